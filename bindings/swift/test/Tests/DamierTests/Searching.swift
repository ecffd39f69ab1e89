import Damier
import Synchronization
import Testing

/// Searches that are heard, stopped, left, cancelled and outlived. An endless one that does not end fails by its time limit.
@Suite(.serialized, .timeLimit(.minutes(2))) struct Searching {
    let engine = Engine()
    let game = Game(variant: .international)

    @Test func newsComeInOrderAndTheResultLast() async throws {
        var depths: [UInt8] = []
        var found: [SearchResult] = []
        for try await news in engine.news(of: game, limits: .depth(depth: 6)) {
            switch news {
            case .info(let info):
                #expect(found.isEmpty)
                depths.append(info.depth)
            case .found(let result): found.append(result)
            }
        }
        #expect(depths == depths.sorted() && found.count == 1)
        #expect(game.legalMoves().contains(try #require(found[0].best)))
    }

    /// The quickest of ten counts: a busy machine delays single ones.
    @Test func stopEndsASearchWithinFiftyMilliseconds() async throws {
        var quickest = Duration.seconds(1_000)
        for _ in 0..<10 where quickest >= .milliseconds(50) {
            let stopped = ContinuousClock.now
            var since = stopped
            for try await news in engine.news(of: game, limits: .infinite) {
                switch news {
                case .info:
                    since = .now
                    engine.stop()
                case .found(let result):
                    #expect(result.best != nil)
                    quickest = min(quickest, .now - since)
                }
            }
            #expect(since > stopped)
        }
        #expect(quickest < .milliseconds(50))
    }

    @Test func leavingTheLoopEndsTheSearch() async throws {
        var engine: Engine? = Engine()
        weak var watched = engine
        for try await _ in engine!.news(of: game, limits: .infinite) { break }
        engine = nil
        // The search holds the engine until it ends.
        while watched != nil { await Task.yield() }
    }

    @Test func cancellingTheTaskEndsTheSearch() async throws {
        var engine: Engine? = Engine()
        weak var watched = engine
        let (begun, news) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [engine = engine!, game] in
            for try await _ in engine.news(of: game, limits: .infinite) { news.yield() }
        }
        for await _ in begun { break }
        task.cancel()
        try await task.value
        engine = nil
        while watched != nil { await Task.yield() }
    }

    @Test func aListenerEndsTheSearchByFalseOrByAnErrorOfItsOwn() async throws {
        for listener in [Hearing { _ in false }, Hearing { _ in throw OwnError() }] {
            let found = try await engine.bestMove(game: game, limits: .infinite, listener: listener)
            #expect(found.best != nil && listener.heard.withLock { $0 } == 1)
        }
    }

    @Test func aNewSearchEndsTheEarlierOne() async throws {
        let (begun, news) = AsyncStream.makeStream(of: Void.self)
        let listener = Hearing { _ in
            news.yield()
            return true
        }
        async let earlier = engine.bestMove(game: game, limits: .infinite, listener: listener)
        for await _ in begun { break }
        let later = try await engine.bestMove(game: game, limits: .depth(depth: 2))
        #expect(try await earlier.best != nil && later.best != nil)
    }

    @Test func aSearchOutlivesItsEngineItsGameAndItsListener() async throws {
        weak var watched: Hearing?
        let search = {
            let listener = Hearing { _ in true }
            watched = listener
            return Task { [engine = Engine(), game = played()] in
                try await engine.bestMove(game: game, limits: .depth(depth: 6), listener: listener)
            }
        }()
        #expect(try await search.value.best != nil)
        while watched != nil { await Task.yield() }
    }

    @Test func aReviewTellsEachPositionAndJudgesEachMove() async throws {
        let reviewing = Reviewing()
        let review = try await engine.review(game: played(), limits: .nodes(nodes: 500), listener: reviewing)
        #expect(review.moves.count == opening.count)
        #expect(reviewing.told.withLock { $0 } == [1, 2, 3, 4, 5])
    }
}

private struct OwnError: Error {}

private final class Hearing: SearchListener {
    let heard = Mutex(0)
    private let hear: @Sendable (SearchInfo) throws -> Bool

    init(_ hear: @escaping @Sendable (SearchInfo) throws -> Bool) {
        self.hear = hear
    }

    func onInfo(info: SearchInfo) throws -> Bool {
        heard.withLock { $0 += 1 }
        return try hear(info)
    }
}

private final class Reviewing: ReviewListener {
    let told = Mutex<[UInt32]>([])

    func onPosition(done: UInt32, of: UInt32) -> Bool {
        told.withLock { $0.append(done) }
        return true
    }
}

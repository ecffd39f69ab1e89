import Damier
import Foundation
import Testing

/// Copies, values, errors, and the lives of objects.
@Suite struct ObjectsAndValues {
    @Test func aCopiedGameIsIndependentAndOutlivesItsOriginal() throws {
        var game: Game? = played()
        _ = game!.takeBack()
        let twin = game!.copy()
        #expect(twin.redo())
        _ = try twin.play(text: twin.legalMoves()[0].notation)
        #expect(twin.ply() == 5 && game!.ply() == 3)
        game = nil
        #expect(twin.takeBack() && twin.moves().map(\.notation) == opening)
    }

    @Test func positionsAreEqualByTheirContent() throws {
        let start = Position.start(variant: .international)
        let one = try start.play(text: "32-28")
        let other = try start.playPath(path: [32, 28])
        #expect(one !== other && one == other && Set([one, other, start]).count == 2)
        #expect("\(one)" == one.fen() && String(reflecting: one).hasPrefix("Position(international, ") )
    }

    @Test func recordsAreEqualByTheirFieldsAndCopiedWhenChanged() throws {
        let game = Game(variant: .international)
        for move in opening.prefix(2) { _ = try game.play(text: move) }
        let moves = [game.legalMoves()[0], game.copy().legalMoves()[0]]
        #expect(moves[0] == moves[1] && Set(moves).count == 1)
        #expect(moves[0].captured == [23] && moves[0].routes == [[28, 19]])
        var changed = moves[0]
        changed.captured = [24]
        #expect(changed != moves[0] && moves[0].captured == [23])
        #expect(game.position().view() == game.copy().position().view())
        #expect(Limits.level(level: "3", seed: 7) == Limits.level(level: "3", seed: 7))
        #expect(Limits.level(level: "3", seed: 7) != Limits.level(level: "3", seed: 8))
    }

    @Test(arguments: [0, 51, 200, 255] as [UInt8]) func noSquareTurnsIntoAnother(square: UInt8) {
        #expect(throws: DraughtsError.self) { try played().playPath(path: [31, square]) }
    }

    /// Compiles only while the `switch` names every kind.
    @Test func everyErrorHasItsKindAndASentence() throws {
        do {
            _ = try Position.fromFen(variant: .international, fen: "nonsense")
            Issue.record("nonsense is a position")
        } catch let error as DraughtsError {
            switch error {
            case .BadPosition(let message):
                #expect(error.localizedDescription == message && !message.isEmpty)
            case .BadParams, .UnknownVariant, .IllegalMove, .Stale, .GameOver, .GoingOn, .NotFound, .FromNewerApp, .Damaged,
                .Rescued, .Busy, .Full, .ReadOnly, .Denied, .Gone, .Storage, .LinkDamaged, .LinkForeign, .LinkNewer, .Internal:
                Issue.record("another kind: \(error)")
            }
        }
    }

    @Test func aPartOutlivesItsStoreAndTheClockEndsWithTheLast() throws {
        var clock: Ticking? = Ticking()
        weak var watched = clock
        var store: Store? = try .inMemory(clock: clock)
        var library: GameLibrary? = store!.library()
        clock = nil
        store = nil
        #expect(try library!.libraryState().games == 0)
        #expect(watched != nil)
        library = nil
        #expect(watched == nil)
    }

    @Test func aStoreKeepsItsGamesInItsFile() throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "games.db").path
        var store: Store? = try .open(path: path)
        let kept = try begin(store!)
        _ = try store!.playMove(game: kept, ply: 0, path: [32, 28])
        store = nil
        #expect(try Store.open(path: path).game(id: kept).moves.map(\.notation) == ["32-28"])
    }

    /// Each task makes objects of its own, and uses those of all.
    @Test func aThousandObjectsServeSeveralTasks() async throws {
        let (shared, sharedKept) = (Thinking(), try Keeping())
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<4 {
                tasks.addTask {
                    for round in 0..<80 {
                        try await Thinking().use(alone: true)
                        try await shared.use(alone: false)
                        // A store takes longer to make than all the others.
                        guard round % 20 == 0 else { continue }
                        try Keeping().use(alone: true)
                        try sharedKept.use(alone: false)
                    }
                }
            }
            try await tasks.waitForAll()
        }
    }
}

let opening = ["32-28", "19-23", "28x19", "14x23"]

/// A game of four moves.
func played() -> Game {
    let game = Game(variant: .international)
    for move in opening { _ = try! game.play(text: move) }
    return game
}

/// Begins a game of two people, and returns its number.
private func begin(_ store: Store) throws -> Int64 {
    try store.newGame(variant: .international, white: .human, black: .human, handicap: Handicap(white: 0, black: 0)).id
}

/// Objects in memory; their use makes two more.
private struct Thinking: Sendable {
    let game = played()
    let position = Position.start(variant: .frisian)
    let engine = Engine()

    func use(alone: Bool) async throws {
        let twin = game.copy()
        _ = try twin.play(text: twin.legalMoves()[0].notation)
        #expect(twin.ply() == 5 && game.moves().map(\.notation) == opening)
        #expect(Set([position, try Position.fromFen(variant: .frisian, fen: position.fen())]).count == 1)
        let found = try await engine.bestMove(game: game, limits: .depth(depth: 2), listener: OneDepth())
        // The search of another task may have ended this one before it found a move.
        #expect(found.best != nil || !alone)
    }
}

/// A store and its parts.
private struct Keeping: Sendable {
    let objects: Objects

    init() throws {
        objects = try Objects(store: .inMemory(clock: Ticking()))
    }

    func use(alone: Bool) throws {
        let kept = try begin(objects.store)
        do {
            #expect(try objects.store.playMove(game: kept, ply: 0, path: [32, 28]).moves.map(\.notation) == ["32-28"])
        } catch DraughtsError.NotFound where !alone {
            // Another task began a game in between, and a game without a move is not kept.
        }
        #expect(try objects.library.collections().isEmpty)
        #expect(try !objects.lessons.lessons(variant: .international, language: "en").isEmpty)
        _ = try objects.puzzles.puzzles(variant: .international)
    }
}

private final class OneDepth: SearchListener {
    func onInfo(info: SearchInfo) -> Bool { info.depth < 2 }
}

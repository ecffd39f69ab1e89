// Searches as sequences. The rest of the module is generated.
import Foundation

/// What a search tells: how far it is, and at its end what it has found.
public enum SearchNews: Sendable, Equatable {
    /// About ten times a second at most.
    case info(SearchInfo)
    /// Once, and last.
    case found(SearchResult)
}

extension Engine {
    /// Searches the game as it stands, and tells how it goes: `for try await news in engine.news(of: game, limits: …)`. Leaving the
    /// loop, or cancelling the task that it runs in, ends the search; after `stop()`, and when another search of this engine begins,
    /// `found` still comes.
    public func news(of game: Game, limits: Limits) -> AsyncThrowingStream<SearchNews, Error> {
        AsyncThrowingStream { continuation in
            let telling = Telling(continuation)
            continuation.onTermination = { [weak self] ending in
                // A search that is over is not stopped: another may run by now.
                if case .cancelled = ending, !telling.isOver { self?.stop() }
            }
            Task {
                do {
                    let found = try await self.bestMove(game: game, limits: limits, listener: telling)
                    telling.end()
                    continuation.yield(.found(found))
                    continuation.finish()
                } catch {
                    telling.end()
                    continuation.finish(throwing: error)
                }
            }
        }
    }
}

/// Hands on what the engine's thread says.
private final class Telling: SearchListener, @unchecked Sendable {
    private let continuation: AsyncThrowingStream<SearchNews, Error>.Continuation
    private let lock = NSLock()
    private var over = false

    init(_ continuation: AsyncThrowingStream<SearchNews, Error>.Continuation) {
        self.continuation = continuation
    }

    var isOver: Bool {
        lock.lock()
        defer { lock.unlock() }
        return over
    }

    func end() {
        lock.lock()
        defer { lock.unlock() }
        over = true
    }

    func onInfo(info: SearchInfo) throws -> Bool {
        if case .terminated = continuation.yield(.info(info)) { return false }
        return true
    }
}

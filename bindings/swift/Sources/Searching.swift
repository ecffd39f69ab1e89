// Searches as asynchronous sequences. The rest of the module is generated.
import Foundation

/// News of a search: progress, and finally the result.
public enum SearchNews: Sendable, Equatable {
    /// Progress, at most about ten times a second.
    case info(SearchInfo)
    /// The result, once and last.
    case found(SearchResult)
}

extension Engine {
    /// Searches the present position of a game as a sequence: `for try await news in engine.news(of: game, limits: …)`. Leaving
    /// the loop or cancelling its task ends the search. After `stop()`, or when another search of this engine begins, `found`
    /// still comes.
    public func news(of game: Game, limits: Limits) -> AsyncThrowingStream<SearchNews, Error> {
        AsyncThrowingStream { continuation in
            let telling = Telling(continuation)
            continuation.onTermination = { [weak self] ending in
                // A finished search is not stopped: another one may be running.
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

/// Forwards the listener's calls.
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

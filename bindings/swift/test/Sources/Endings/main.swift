// Programs that end during searches: `Endings short|alive|exit`.
import Damier
import Foundation

final class Listening: SearchListener {
    let (heard, news) = AsyncStream.makeStream(of: Void.self)

    func onInfo(info: SearchInfo) -> Bool {
        news.yield()
        return true
    }
}

let listening = Listening()
if CommandLine.arguments[1] == "short" {
    let found = try await Engine().bestMove(game: Game(variant: .international), limits: .depth(depth: 3), listener: listening)
    precondition(found.best != nil)
} else {
    for listener in [listening, nil] {
        Task.detached { try await Engine().bestMove(game: Game(variant: .international), limits: .infinite, listener: listener) }
    }
    for await _ in listening.heard { break }
    if CommandLine.arguments[1] == "exit" { exit(0) }
}

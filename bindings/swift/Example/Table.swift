// The game behind the board: you play White, Damier plays Black.
import Damier
import Observation

@MainActor
@Observable
final class Table {
    private let game = Game(variant: .international)
    private let engine = Engine()
    private(set) var position: PositionState
    private(set) var chosen: UInt8?
    private(set) var isThinking = false
    private(set) var said = "Your move"

    init() {
        position = game.position().view()
    }

    /// Chooses a piece, or moves the chosen one here; then Damier replies.
    func tap(_ square: UInt8) async {
        guard !isThinking else { return }
        guard let origin = chosen, let move = position.legal.first(where: { $0.origin == origin && $0.target == square }) else {
            chosen = square
            if let why = try? game.whyNot(origin: square) { said = "\(square): \(why.rule)" }
            return
        }
        chosen = nil
        isThinking = true
        defer { isThinking = false }
        do {
            _ = try game.play(text: move.notation)
            position = game.position().view()
            for try await news in engine.news(of: game, limits: .level(level: "3", seed: game.ply())) {
                switch news {
                case .info(let info):
                    said = "Thinking, \(info.depth) deep"
                case .found(let reply):
                    if let best = reply.best { _ = try game.play(text: best.notation) }
                    position = game.position().view()
                    said = game.outcome()?.result ?? reply.best?.notation ?? ""
                }
            }
        } catch {
            said = error.localizedDescription
        }
    }
}

// A board to play on, in SwiftUI: you play White, Damier plays Black. The project's tests have no Swift compiler; they check
// only the grammar.
import Damier
import SwiftUI

@MainActor
final class Table: ObservableObject {
    private let game = Game(variant: .international)
    private let engine = Engine()
    @Published var position: PositionState
    @Published var chosen: UInt8?
    @Published var said = "Your move"

    init() {
        position = game.position().view()
    }

    func tap(_ square: UInt8) async {
        guard let origin = chosen, let move = position.legal.first(where: { $0.origin == origin && $0.target == square }) else {
            chosen = square
            if let why = try? game.whyNot(origin: square) { said = "\(square): \(why.rule)" }
            return
        }
        chosen = nil
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

struct Playing: View {
    @StateObject private var table = Table()
    private let board = Position.start(variant: .international).board()

    var body: some View {
        VStack {
            GeometryReader { room in
                let size = room.size.width / CGFloat(board.columns)
                ForEach(Array(board.squares.enumerated()), id: \.offset) { index, place in
                    let square = UInt8(index + 1)
                    Button { Task { await table.tap(square) } } label: { face(of: square, size: size) }
                        .position(x: (CGFloat(place.column) + 0.5) * size, y: (CGFloat(place.row) + 0.5) * size)
                        .accessibilityLabel("\(board.labels[index])")
                }
            }
            .aspectRatio(1, contentMode: .fit)
            Text(table.said)
        }
    }

    private func face(of square: UInt8, size: CGFloat) -> some View {
        let piece = table.position.pieces.first { $0.square == square }
        return ZStack {
            Rectangle().fill(table.chosen == square ? Color.orange : Color.brown)
            if let piece {
                Circle().fill(piece.side == .white ? Color.white : Color.black).padding(size * 0.1)
                if piece.role == .king { Image(systemName: "crown.fill").foregroundColor(.orange) }
            }
        }
        .frame(width: size, height: size)
    }
}

@main
struct BoardApp: App {
    var body: some Scene {
        WindowGroup { Playing() }
    }
}

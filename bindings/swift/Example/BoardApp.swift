// A board to play on, in SwiftUI, from iOS 17 and macOS 14. The project's tests compile and play Table.swift; of this file they check
// the grammar alone, since SwiftUI needs a Mac.
import Damier
import SwiftUI

@MainActor
struct Playing: View {
    @State private var table = Table()
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

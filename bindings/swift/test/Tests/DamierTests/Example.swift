import Testing

/// Example/Table.swift, which test.sh copies beside this file.
@MainActor @Suite struct Example {
    let table = Table()

    @Test func aMoveIsPlayedAndAnswered() async {
        await table.tap(32)
        #expect(table.chosen == 32)
        await table.tap(28)
        #expect(table.chosen == nil && !table.isThinking)
        #expect(table.position.turn == .white && table.position.fen.hasPrefix("W:W28,"))
        #expect(table.said.contains(/^\d+-\d+$/))
    }

    @Test func anImmovablePieceSaysWhy() async {
        await table.tap(1)
        #expect(table.said == "1: notYours")
    }
}

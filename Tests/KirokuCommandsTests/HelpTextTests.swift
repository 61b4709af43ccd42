import Testing

@testable import KirokuCommands

@Suite("Help")
struct HelpTextTests {
    @Test("The help of a command names all its options and fits a terminal", arguments: CommandName.allCases)
    func command(name: CommandName) {
        let text = HelpText.of(name)
        #expect(text.hasPrefix("Usage: kiroku \(name.rawValue) "))
        for option in name.options { #expect(text.contains(option.longForm)) }
        for line in text.split(separator: "\n") { #expect(TextColumns.width(of: String(line)) <= 80) }
    }

    @Test("The help of the program names all commands and fits a terminal")
    func program() {
        let text = HelpText.ofProgram
        for name in CommandName.allCases { #expect(text.contains("\n  \(name.rawValue) ")) }
        for option in WindowArguments.ownOptions { #expect(text.contains("\n      \(option)")) }
        for line in text.split(separator: "\n") { #expect(TextColumns.width(of: String(line)) <= 80) }
    }

    @Test("Every command has letters that are different", arguments: CommandName.allCases)
    func letters(name: CommandName) {
        let letters = name.options.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
        #expect(Set(name.options).count == name.options.count)
    }

    @Test("Columns stand below each other")
    func columns() {
        let rows = [["a", "1"], ["bcd", "200"], ["e"]]
        #expect(TextColumns.lines(rows, rightAligned: [1]) == "a      1\nbcd  200\ne\n")
        #expect(TextColumns.lines([]) == "")
        #expect(TextColumns.inOneLine("a\nb\r\nc") == "a b c")
    }
}

import KirokuCore
import Testing

@testable import KirokuCommands

/// The man page and the completion are written by hand; nothing of what the program knows may be missing there.
@Suite("Manual and completion")
struct ManualTests {
    @Test("The man page names every command, option and letter")
    func manual() throws {
        let page = try DataFile.text("kiroku.1.in").replacing("\\-", with: "-")
        for name in CommandName.allCases { #expect(page.contains("kiroku \(name.rawValue)")) }
        for option in WindowArguments.ownOptions { #expect(page.contains(option)) }
        for option in CommandOption.allCases {
            #expect(page.contains(option.longForm))
            guard let letter = option.letter else { continue }
            #expect(page.contains(".BR -\(letter) ") || page.contains(".BI -\(letter)\\ "))
        }
    }

    @Test("The completion offers the options of every command", arguments: CommandName.allCases)
    func completion(name: CommandName) throws {
        let lines = try DataFile.text("completions/kiroku").split(separator: "\n")
        let input = try #require(lines.first { $0.contains("input='") })
        let own = try #require(lines.first { $0.contains(" \(name.rawValue)) options=") })
        for option in name.options {
            #expect("\(own)\(input)".contains(option.longForm))
        }
        #expect(lines.contains { $0.contains("-W '") && $0.contains(name.rawValue) })
        let window = try #require(lines.first { $0.contains(" *) options=") })
        for option in WindowArguments.ownOptions { #expect(window.contains(option)) }
    }

    @Test("The completion offers the words that options take")
    func words() throws {
        let text = try DataFile.text("completions/kiroku")
        for format in TableOutput.Format.allCases { #expect(text.contains(format.rawValue)) }
        for encoding in TextEncoding.common { #expect(text.contains(encoding.word)) }
    }

    @Test("Every kind of field has a word for --types, and stands in the man page and the manual")
    func kinds() throws {
        let page = try DataFile.text("kiroku.1.in")
        let manual = try DataFile.text("manual/en/fields.md")
        for type in FieldType.allCases {
            let word = try #require(TextForm.typeWords.first { $0.value == type }).word
            #expect(page.contains(".B \(word)\n") || page.contains(".BR \(word) "))
            #expect(manual.contains("| \(type.name) |"))
        }
        let japanese = try DataFile.text("manual/ja/fields.md")
        let row = { (page: String) in page.split(separator: "\n").count { $0.hasPrefix("| ") } }
        #expect(row(japanese) == row(manual))
    }
}

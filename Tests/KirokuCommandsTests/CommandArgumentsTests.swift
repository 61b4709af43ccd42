import Testing

@testable import KirokuCommands

@Suite("Arguments of commands")
struct CommandArgumentsTests {
    private static let options: [CommandOption] = [.format, .fields, .where, .quiet, .count, .output, .noHeader, .help]

    private func read(_ words: String...) throws(UsageError) -> CommandArguments {
        try CommandArguments(words, options: Self.options)
    }

    @Test(
        "The forms of an option mean the same",
        arguments: [
            ["--format", "csv", "a"], ["--format=csv", "a"], ["a", "--format=csv"], ["--form=csv", "a"],
            ["-f", "csv", "a"], ["-fcsv", "a"], ["a", "-f", "csv"], ["-f", "tsv", "a", "-fcsv"], ["-qfcsv", "a"],
            ["--format=csv", "--", "a"],
        ])
    func forms(words: [String]) throws {
        let arguments = try CommandArguments(words, options: Self.options)
        #expect(arguments[.format] == "csv")
        #expect(arguments.operands == ["a"])
    }

    @Test("Letters without values can be put together")
    func letters() throws {
        let arguments = try read("-qcn")
        #expect(arguments.has(.quiet) && arguments.has(.count) && arguments.has(.noHeader))
        #expect(!arguments.has(.help))
        #expect(arguments.operands.isEmpty)
    }

    @Test("Values are kept as they are, empty or with signs in them")
    func values() throws {
        #expect(try read("--fields=")[.fields]?.isEmpty == true)
        #expect(try read("--where=a=b=c")[.where] == "a=b=c")
        #expect(try read("--output", "--quiet")[.output] == "--quiet")
        #expect(try read("-o", "-")[.output] == "-")
        #expect(try read("-f", "")[.format]?.isEmpty == true)
    }

    @Test("A repeated option has all its values, in order")
    func repeated() throws {
        #expect(try read("-w", "a", "--where=b", "f", "-wc").all(.where) == ["a", "b", "c"])
    }

    @Test("What follows two hyphens is an operand, and so is one hyphen")
    func operands() throws {
        #expect(try read("-", "--", "-q", "--", "--help").operands == ["-", "-q", "--", "--help"])
    }

    @Test(
        "What is wrong is told",
        arguments: [
            (["--formal"], UsageError.unknownOption("--formal")), (["--=x"], .unknownOption("--")),
            (["-x"], .unknownOption("-x")), (["-qx"], .unknownOption("-x")),
            (["--f", "a"], .ambiguousOption("--f", ["--format", "--fields"])),
            (["--format"], .missingValue(option: "--format")), (["-f"], .missingValue(option: "-f")),
            (["-qf"], .missingValue(option: "-f")), (["--quiet=yes"], .unexpectedValue(option: "--quiet")),
        ])
    func mistakes(words: [String], error: UsageError) {
        #expect(throws: error) { try CommandArguments(words, options: Self.options) }
    }

    @Test("One operand is neither none nor two")
    func onlyOperand() throws {
        #expect(try read("a").onlyOperand("FILE") == "a")
        #expect(throws: UsageError.missingOperand("FILE")) { try read().onlyOperand("FILE") }
        #expect(throws: UsageError.unexpectedOperand("b")) { try read("a", "b").onlyOperand("FILE") }
    }

    @Test("An option that takes certain words takes no other")
    func choices() throws {
        let words: [(word: String, value: Int)] = [("one", 1), ("two", 2)]
        #expect(try read("-f", "TWO").choice(.format, among: words) == 2)
        #expect(try read().choice(.format, among: words) == nil)
        #expect(throws: UsageError.wrongValue(option: "--format", value: "six", allowed: ["one", "two"])) {
            try read("--format=six").choice(.format, among: words)
        }
    }
}

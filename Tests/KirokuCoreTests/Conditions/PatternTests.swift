import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Regular expressions")
struct PatternTests {
    private func answer(_ pattern: String, _ text: String) throws -> PatternMatcher.Answer {
        let matcher = PatternMatcher(try Pattern(pattern, ignoringCase: false))
        var text = text
        return text.withUTF8 { matcher.answer(for: $0) }
    }

    private func table(_ texts: [String]) throws -> RecordTable {
        let schema = try Schema(names: ["S"], types: [.string])
        var column = StringColumn()
        for text in texts { column.append(text) }
        return try RecordTable(schema: schema, columns: [.string(column)])
    }

    private static let evil = "(a+)+$"

    // MARK: Limits

    @Test(
        "What would take minutes or years is given up",
        arguments: [
            (evil, 40), (evil, 3_000), ("(.*)*[0-9]$", 60), (".*.*.*\\d", 3_000), ("(a|a)*\\d", 1_000),
            ("(?:a|aa)+\\d", 1_000), ("\\w*\\w*\\w*\\d", 5_000), ("((a*)*)*\\d", 300), ("(\\X*)*\\d", 1_000),
        ])
    func evilPatterns(pattern: String, count: Int) throws {
        #expect(try answer(pattern, String(repeating: "a", count: count) + "!") == .gaveUp)
    }

    @Test("What is long and simple is not given up")
    func longTexts() throws {
        let text = String(repeating: "lorem ipsum dolor ", count: 100_000)
        #expect(try answer("dolor $", text) == .found)
        #expect(try answer("^(\\w+ )+$", text) == .found)
        #expect(try answer("[xyz]", text) == .notFound)
    }

    @Test("A search counts the records that were given up, and finds them by no condition")
    func givenUp() async throws {
        let bad = String(repeating: "a", count: 40) + "!"
        let table = try table(["aaa", bad, "b", bad])
        let field = table.schema[0].id
        let matching = try await table.search(.test(field, .matches, .text(Self.evil)))
        #expect(matching == SearchResult(records: [0], givenUpCount: 2))
        let others = try await table.search(.none([.test(field, .matches, .text(Self.evil))]))
        #expect(others == SearchResult(records: [2], givenUpCount: 2))
        let plan = try await table.planReplacement(TextReplacement(of: Self.evil, by: "x", as: .pattern, in: [field]))
        #expect(plan.edits.map(\.record) == [0])
        #expect(plan.givenUpCount == 2)
    }

    @Test("As many searches as there are processors, and more, leave room for others, and stop when they are cancelled")
    func searches() async throws {
        let bad = String(repeating: "a", count: 40) + "!"
        let table = try table([String](repeating: bad, count: 100_000))
        let condition = Condition.test(table.schema[0].id, .matches, .text(Self.evil))
        let (begun, told) = AsyncStream.makeStream(of: Void.self)
        let searches = (0..<2 * Parallel.processorCount).map { _ in
            Task { () -> QueryError? in
                told.yield()
                do throws(QueryError) {
                    _ = try await table.search(condition)
                    return nil
                } catch {
                    return error
                }
            }
        }
        var waiting = begun.makeAsyncIterator()
        for _ in searches { await waiting.next() }
        // It would have to wait for a search to end. Not many of them: what the searches take meanwhile, other tests lack.
        #expect(await Task.detached { true }.value)
        for search in searches { search.cancel() }
        for search in searches { #expect(await search.value == .cancelled) }
    }

    // MARK: Syntax

    @Test(
        "Kept patterns mean what they meant in Swift's engine",
        arguments: [
            "^a$", "b$", "^b", "a.b", "^\\w+$", "\\s", "a\\hb", "a\\Rb", "\\p{L}", "\\p{Lu}", "\\p{Han}",
            "\\p{Hiragana}", "[[:upper:]]", "a{,2}!", "^a{2}$", "\\u0061!", "\\u{61}!", "\\x{61}!", "\\x61!",
            "\\U00000061!", "(?i)abc", "(?x) a b c", "(?x: [b !] ) a", "(?s)a.b", "(?m)^b", "(?<n>a)\\k<n>", "(a)\\1",
            "(?>a+)b", "a++", "a*?b", "(?=a)ab", "(?!a)b", "\\Q[a]\\E", "\\A.", "b\\Z", "b\\z", "\\-", "[\\w-]", "[a-]",
            "[-a]", "(?#c)a", "(?:a|b)", "(?i:A)b", "[^a]", "\\S", "[ぁ-ん]", "a|", "(|a)", "[\\]]", "[\\[]", "\\/",
        ])
    func swiftPatterns(pattern: String) throws {
        let texts = [
            "abc", "ABC", "a\nb", "ab\n", "ab", "a!", "a b", "a\u{a0}b", "-", "]", "[a]", "aa", "aab", "", "é", "が",
            "一二",
            "ア", "!a", " a", "/", "_", "１", "a\u{2028}b",
        ]
        let regex = try Regex<AnyRegexOutput>(pattern)
        for text in texts {
            let expected: PatternMatcher.Answer = try regex.firstMatch(in: text) == nil ? .notFound : .found
            #expect(try answer(pattern, text) == expected, "“\(text)”")
        }
    }

    @Test(
        "What is not valid is told with its place",
        arguments: [
            ("(", .unclosedGroup, 1), ("日本(a", .unclosedGroup, 4), ("a)", .unopenedGroup, 2), ("[a", .unclosedClass, 2),
            ("*", .nothingToRepeat, 1), ("ab|*", .nothingToRepeat, 4), ("a{2,1}", .invalidCount, 6),
            ("[z-a]", .invalidRange, 4), ("\\", .invalidEscape, 1), ("\\y", .invalidEscape, 2),
            ("\\u0061\\y", .invalidEscape, 8), ("\\p{Letter}", .unknownProperty, 10),
            ("[[:nothing:]]", .unknownProperty, 4), ("(?<n>a)\\k<m>", .unknownGroup, 11),
            ("(?%)", .unknownGroupKind, 3),
            ("(?<=a*)b", .lookBehindLength, 1), ("[a[bc]]", .classInClass, 3), ("[a-z&&b]", .classOperation, 5),
            ("[a-z--b]", .classOperation, 5), ("\\C", .invalidEscape, 2),
        ] as [(String, PatternError.Mistake, Int)])
    func mistakes(pattern: String, mistake: PatternError.Mistake, position: Int) {
        #expect(throws: PatternError(mistake, at: position)) { _ = try Pattern(pattern, ignoringCase: false) }
    }

    @Test("An expression that is too large is told as that")
    func tooLarge() {
        let groups = String(repeating: "(", count: 300) + String(repeating: ")", count: 300)
        #expect {
            _ = try Pattern(groups, ignoringCase: false)
        } throws: { error in
            (error as? PatternError)?.mistake == .tooLarge
        }
    }

    @Test("The sentence says what and where")
    func message() throws {
        let schema = try Schema(names: ["S"], types: [.string])
        #expect {
            try Condition.test(schema[0].id, .matches, .text("ab|*")).check(for: schema)
        } throws: { error in
            (error as? QueryError)?.message
                == "“ab|*” is not a regular expression: "
                + "There is nothing to repeat before *, +, ? or {. (Character 4)"
        }
    }
}

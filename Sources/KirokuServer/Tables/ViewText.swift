/// The definition of a view in PostgreSQL's output form, if it shows the rows of a single table, each as one row.
struct ViewText {
    let schema: String
    let table: String
    /// The names of the table's columns that are shown unchanged, in the order of the view's; `nil` for anything else.
    let columns: [String?]

    /// Keywords that combine several rows, or repeat rows, anywhere in the definition.
    private static let others: Set<String> = [
        "UNION", "INTERSECT", "EXCEPT", "GROUP", "HAVING", "DISTINCT", "JOIN", "WINDOW",
    ]

    /// - Parameter text: the definition: `SELECT t.id, t.name AS title FROM public.t WHERE …;`.
    init?(_ text: String) {
        guard let words = SQLWords(text)?.list, words.first == .word("SELECT"),
            let parts = Self.parts(words.dropFirst())
        else { return nil }
        columns = parts.items.map(Self.column)
        var rest = parts.rest
        if rest.first == .word("ONLY") { rest.removeFirst() }
        guard rest.count >= 3, let schema = Self.name(rest.removeFirst()), rest.removeFirst() == .sign("."),
            let table = Self.name(rest.removeFirst())
        else { return nil }
        (self.schema, self.table) = (schema, table)
        // The table may have an alias.
        if let next = rest.first, !Self.isEnd(next), Self.name(next) != nil { rest.removeFirst() }
        guard rest.first.map(Self.isEnd) ?? true, !Self.hasOthers(rest) else { return nil }
    }

    private static func name(_ word: SQLWords.Word) -> String? {
        switch word {
        case .word(let name), .name(let name): name
        default: nil
        }
    }

    private static func isEnd(_ word: SQLWords.Word) -> Bool {
        [.sign(";"), .word("WHERE"), .word("ORDER"), .word("LIMIT"), .word("OFFSET"), .word("FOR")].contains(word)
    }

    /// Splits the definition into the list of items and the text after FROM.
    private static func parts(
        _ words: ArraySlice<SQLWords.Word>
    ) -> (items: [[SQLWords.Word]], rest: ArraySlice<SQLWords.Word>)? {
        var (items, depth): ([[SQLWords.Word]], Int) = ([[]], 0)
        for (index, word) in zip(words.indices, words) {
            switch word {
            case .sign("("), .sign("["): depth += 1
            case .sign(")"), .sign("]"): depth -= 1
            case .sign(",") where depth == 0:
                items.append([])
                continue
            case .word("FROM") where depth == 0: return (items, words[(index + 1)...])
            default: break
            }
            items[items.count - 1].append(word)
        }
        return nil
    }

    /// The column of an item: `name`, `t.name`, or either with an alias.
    private static func column(_ item: [SQLWords.Word]) -> String? {
        var words = item[...]
        if words.count > 2, words[words.endIndex - 2] == .word("AS") { words = words.dropLast(2) }
        switch words.count {
        case 1: return words.first.flatMap(name)
        case 3 where words[words.startIndex + 1] == .sign(".") && name(words[words.startIndex]) != nil:
            return words.last.flatMap(name)
        default: return nil
        }
    }

    private static func hasOthers(_ words: ArraySlice<SQLWords.Word>) -> Bool {
        var depth = 0
        for word in words {
            switch word {
            case .sign("("): depth += 1
            case .sign(")"): depth -= 1
            case .word(let name) where depth == 0 && others.contains(name): return true
            default: break
            }
        }
        return false
    }
}

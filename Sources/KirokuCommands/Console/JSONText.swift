import KirokuCore

/// A value of JSON, to be written.
indirect enum JSONText: Sendable {
    case null
    case text(String)
    /// A number in a form that JSON has.
    case number(String)
    case flag(Bool)
    case list([JSONText])
    case object([(name: String, value: JSONText)])

    static func count(_ number: Int) -> JSONText { .number(String(number)) }

    /// The value of a cell: numbers and truth values as such, all else as text.
    init(_ value: CellValue) {
        guard let text = value.plainText else {
            self = .null
            return
        }
        let other: JSONText = value.type?.showsNumbers == true ? .number(text) : .text(text)
        self = Bool(value).map { .flag($0) } ?? other
    }

    /// The text, with a line for each member of the objects that are not members of a list within a list.
    var written: String { written(indent: "") + "\n" }

    private func written(indent: String) -> String {
        switch self {
        case .null: return "null"
        case .text(let text): return text.quotedForJSON
        case .number(let text): return text
        case .flag(let flag): return flag ? "true" : "false"
        case .list(let values):
            return Self.block("[", values.map { $0.written(indent: indent + "  ") }, "]", indent)
        case .object(let members):
            return Self.block(
                "{", members.map { "\($0.name.quotedForJSON): \($0.value.written(indent: indent + "  "))" }, "}", indent
            )
        }
    }

    private static func block(_ open: String, _ parts: [String], _ close: String, _ indent: String) -> String {
        guard !parts.isEmpty else { return open + close }
        return "\(open)\n" + parts.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)\(close)"
    }
}

/// Decides whether the first record of a text holds the names of the fields.
///
/// - A cell without letters that has digits in it ("2019", "007", "12:30"), or that reads as a number or as
///   `true`/`false`, is a value: no header.
/// - Otherwise, if a field below holds anything but text, it is a header, even if names are missing or there twice.
/// - If all fields hold text, it is a header if its cells are names to all appearance: none empty, all different, none
///   longer than 64 characters or with a line break.
struct HeaderRule {
    private static let longestName = 64

    private let cells: [String?]

    init(firstRecord cells: [String?]) {
        self.cells = cells
    }

    /// Whether it may be a header, from its own looks.
    var isPossible: Bool {
        cells.contains { $0?.isEmpty == false } && !cells.contains { $0.map(Self.isValue) ?? false }
    }

    /// Whether it is a header, given what the fields below it hold.
    func isHeader(over types: [FieldType]) -> Bool {
        guard isPossible else { return false }
        return types.contains { !$0.holdsText } || looksLikeNames
    }

    private var looksLikeNames: Bool {
        Set(cells).count == cells.count && cells.allSatisfy { $0.map(Self.isName) ?? false }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= longestName && !text.contains(where: \.isNewline)
    }

    private static func isValue(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let hasDigits = bytes.contains { ASCII.digit($0) <= 9 }
            let hasLetters = bytes.contains { ASCII.isLetter($0) || $0 >= 0x80 }
            if hasDigits && !hasLetters { return true }
            return FieldType.allCases.contains { $0.kind.guess?.isValue(bytes) ?? false }
        }
    }
}

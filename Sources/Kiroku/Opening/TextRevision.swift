import KirokuCore

/// A way to read a text again that differs in one thing from how it was read.
///
/// The window offers those that a text leaves open beside the message that tells how it was read: the first two as
/// buttons, so that the message has room, and the others in a menu.
enum TextRevision: String, CaseIterable, Sendable {
    case withLinesAbove
    case withoutTotal
    case numbersWithComma
    case numbersWithPoint
    case firstLineAsRecord
    case firstLineAsNames

    /// How many have buttons of their own.
    static let buttonCount = 2

    /// The action of the window that reads the text so.
    var actionName: String { "revise-" + rawValue }

    /// The revisions that a text offers.
    static func offered(by text: ImportedText) -> [TextRevision] {
        allCases.filter { revision in
            switch revision {
            case .firstLineAsRecord: text.firstLine == .names
            case .firstLineAsNames: text.firstLine == .record
            case .withLinesAbove: text.notices.contains { $0.kind == .titleLine || $0.kind == .comment }
            case .withoutTotal: text.total == .record
            case .numbersWithComma: text.numberNotes.contains { $0.kind == .unclear(.point) }
            case .numbersWithPoint: text.numberNotes.contains { $0.kind == .unclear(.comma) }
            }
        }
    }

    /// Changes how the text is read.
    func apply(to options: inout SeparatedText.ReadingOptions) {
        switch self {
        case .firstLineAsRecord: options.header = .absent
        case .firstLineAsNames: options.header = .present
        case .withLinesAbove: options.skippedLines = 0
        case .withoutTotal: options.leavesOutTotal = true
        case .numbersWithComma: options.decimalSign = .comma
        case .numbersWithPoint: options.decimalSign = .point
        }
    }

    /// The button's caption, with an underscore before its access key.
    var caption: String {
        switch self {
        case .firstLineAsRecord: localized("Take It as a _Record")
        case .firstLineAsNames: localized("Take It as _Names")
        case .withLinesAbove: localized("_Keep These Lines")
        case .withoutTotal: localized("Leave Out the _Total")
        case .numbersWithComma: localized("Read Numbers _Like 1.234,50")
        case .numbersWithPoint: localized("Read Numbers _Like 1,234.50")
        }
    }

    var tooltip: String {
        switch self {
        case .firstLineAsRecord: localized("Read the text again: its first line is a record")
        case .firstLineAsNames: localized("Read the text again: its first line holds the names of the fields")
        case .withLinesAbove: localized("Read the text again: titles and comments belong to the table")
        case .withoutTotal: localized("Read the text again without its last line, which sums up the others")
        case .numbersWithComma: localized("Read the text again: a comma precedes decimals")
        case .numbersWithPoint: localized("Read the text again: a point precedes decimals")
        }
    }
}

import KirokuCore

/// A way to read a text again that differs in one thing from how it was read.
///
/// The window offers those that are possible for a text, beside the message about how it was read: the first two as
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
        case .firstLineAsRecord: localized("Fi_rst Line Is Data")
        case .firstLineAsNames: localized("First Line Has _Names")
        case .withLinesAbove: localized("_Keep Skipped Lines")
        case .withoutTotal: localized("Skip the _Total")
        case .numbersWithComma: localized("Read Numbers _Like 1.234,50")
        case .numbersWithPoint: localized("Read Numbers _Like 1,234.50")
        }
    }

    var tooltip: String {
        switch self {
        case .firstLineAsRecord: localized("Read the text again: its first line is data")
        case .firstLineAsNames: localized("Read the text again: its first line contains the field names")
        case .withLinesAbove: localized("Read the text again, including titles and comments")
        case .withoutTotal: localized("Read the text again without its last line, which contains totals")
        case .numbersWithComma: localized("Read the text again with a decimal comma")
        case .numbersWithPoint: localized("Read the text again with a decimal point")
        }
    }
}

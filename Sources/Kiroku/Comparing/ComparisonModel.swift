import KirokuCore
import KirokuViews

/// The rows of a comparison, for a grid to show; they are not edited.
@MainActor
final class ComparisonModel: TableModel {
    /// The rows; `nil` before the first comparison.
    private(set) var rows: ComparedRows?
    private(set) var revision = 0
    let refusal: EditError? = .readOnly
    let fieldWidths: [FieldID: Int]
    private let observers = Observers<DocumentEvent>()
    private let schema: Schema

    /// - Parameter document: the document whose fields and widths it starts with.
    init(of document: Document) {
        schema = document.table.schema
        fieldWidths = document.fieldWidths
    }

    var table: RecordTable { rows?.table ?? RecordTable(schema: schema) }

    func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation { observers.add(body) }

    func apply(_ change: Change, title: ChangeTitle?) throws(EditError) { throw .readOnly }

    /// Shows other rows.
    func show(_ new: ComparedRows) {
        rows = new
        revision += 1
        observers.notify(.tableChanged(.everything))
    }

    /// What the grid shows in addition to the values.
    var annotations: GridAnnotations? {
        guard let rows else { return nil }
        let comparison = rows.comparison
        return GridAnnotations(highestNumber: max(comparison.table.count, comparison.other.count)) {
            Self.annotation(ofRow: $0, rows)
        } cell: {
            Self.annotation(ofCell: $0, $1, rows)
        }
    }

    private static func annotation(ofRow row: Int, _ rows: ComparedRows) -> GridAnnotations.Row? {
        guard row < rows.count else { return nil }
        let shown = rows[row]
        let isHere = shown.side == .here
        var made = GridAnnotations.Row(number: shown.record + 1, beginsGroup: rows.beginsRecord(row))
        (made.sign, made.role) = shown.sort == .same ? ("=", .muted) : isHere ? ("−", .here) : ("+", .there)
        made.meaning =
            switch shown.sort {
            case .onlyHere: localized("only here")
            case .onlyThere: localized("only there")
            case .different: isHere ? localized("here") : localized("there")
            case .same: localized("the same")
            }
        return made
    }

    private static func annotation(ofCell row: Int, _ field: Int, _ rows: ComparedRows) -> GridAnnotations.Cell? {
        guard row < rows.count, field < rows.table.schema.count else { return nil }
        let shown = rows[row]
        let isHere = shown.side == .here
        var meaning: [String] = []
        switch shown.sort {
        case .same: return nil
        case .onlyHere, .onlyThere: break
        case .different:
            guard rows.differs(row, field) else { return nil }
            let value = rows.table.displayText(isHere ? row + 1 : row - 1, field)
            let text = ["value": value.isEmpty ? "∅" : ShownText.short(value)]
            meaning.append(
                isHere ? localized("differs, there “{value}”", text) : localized("differs, here “{value}”", text))
        }
        if let origin = rows.origin(row, field) { meaning.append(origin.text) }
        return GridAnnotations.Cell(
            role: isHere ? .here : .there, corner: isHere ? .lower : .upper,
            meaning: meaning.joined(separator: localized(", ")))
    }
}

extension ChangeOrigin {
    /// Who has changed something, in a few words.
    var text: String {
        switch self {
        case .here: localized("changed here")
        case .there: localized("changed there")
        case .both: localized("changed in both")
        }
    }
}

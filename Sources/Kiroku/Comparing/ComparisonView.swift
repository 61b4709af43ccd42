import GtkKit
import KirokuCore
import KirokuViews

/// The content of the sheet that compares a document: what to compare with and how, the differences, and buttons to
/// take them over.
@MainActor
final class ComparisonView {
    let widget = column(spacing: 12)
    let grid: RecordGrid
    let other = comboBox(name: localized("Other table"), choices: [])
    let pairing = comboBox(name: localized("Records"), choices: [])
    let base = comboBox(name: localized("Common ancestor"), choices: [])
    let shown = comboBox(name: localized("Show"), choices: [])
    let progress = ProgressRow(name: localized("Progress of the comparison"))
    let chooseOther = button(localized("Choose a _File…"))
    let chooseBase = button(localized("Choose a Common Ancest_or…"))
    let previous = button(localized("_Previous"), tooltip: localized("Previous difference (Shift+F8)"))
    let next = button(localized("_Next"), tooltip: localized("Next difference (F8)"))
    let takeAll = button(
        localized("Copy _All"), tooltip: localized("Make everything shown the same as in the other table"))
    let takeTheirs = button(
        localized("Copy All T_heir Changes"),
        tooltip: localized("Copy what only the other table has changed since the common ancestor"))
    let undo = button(localized("_Undo"), tooltip: localized("Undo (Ctrl+Z)"))
    let redo = button(localized("_Redo"), tooltip: localized("Redo (Ctrl+Shift+Z)"))
    private let counts = paragraph("", width: 80)
    private let fields = paragraph("", isMuted: true, width: 80)
    private let result = column(spacing: 6)
    /// Tells the user what to do first.
    private let invitation = paragraph(
        localized(
            "Choose a backup or another file. Its differences are listed here, and you can copy them to this document."
        ),
        isMuted: true, width: 80)
    /// The choices of how records are paired and of the older copy, which are only useful when there is a table to
    /// compare with.
    private var details: [Box] = []

    init(_ model: ComparisonModel) {
        grid = RecordGrid(model: model, name: localized("Differences"))
        build()
    }

    private func build() {
        widget.setMargins(vertical: 24)
        let title = sheetTitle(localized("Compare with"))
        widget.append(title)
        let lines: [(String, ComboBox, Button?)] = [
            (localized("Other table"), other, chooseOther), (localized("Records"), pairing, nil),
            (localized("Common ancestor"), base, chooseBase),
        ]
        let names = lines.map { label($0.0) }
        makeSameWidth(names)
        let questions = column(spacing: 6)
        for (name, line) in zip(names, lines) {
            let pair = row(spacing: 12)
            pair.append(name)
            line.1.setWidth(letters: 20)
            pair.append(line.1, fills: true)
            if let button = line.2 { pair.append(button) }
            questions.append(pair)
            details.append(pair)
        }
        details.removeFirst()
        widget.append(questions)
        widget.append(invitation)
        widget.append(progress.widget)
        shown.setWidth(letters: 12)
        let buttons: [any Widget] = [shown, previous, next, takeAll, undo, redo, takeTheirs]
        result.append(counts)
        result.append(fields)
        result.append(sideBySide(buttons.map { AnyWidget($0) }, spacing: 6))
        result.append(grid.widget, fills: true)
        widget.append(result, fills: true)
        widget.showAll()
        for hidden: any Widget in [result, fields, takeTheirs] + details {
            hidden.setShownExplicitly()
            hidden.isVisible = false
        }
        for part: any Widget in [invitation, other] { part.setShownExplicitly() }
    }

    /// Shows the questions about the other table, or asks the user to choose one.
    ///
    /// - Parameter canChoose: whether there are tables to choose from without looking for a file.
    func show(hasOther: Bool, canChoose: Bool) {
        for detail in details { detail.isVisible = hasOther }
        invitation.isVisible = !hasOther
        other.isVisible = canChoose
    }

    /// Shows what was found, or nothing.
    func show(_ rows: ComparedRows?) {
        result.isVisible = rows != nil
        guard let rows else { return }
        counts.text = Self.text(of: rows.comparison)
        let names = Self.fieldNames(rows.comparison)
        fields.text = names
        fields.isVisible = !names.isEmpty
        takeTheirs.isVisible = rows.origins != nil
    }

    static func text(of comparison: TableComparison) -> String {
        localized(
            "Only here {here} · only there {there} · different {different} · the same {same}",
            [
                "here": comparison.onlyHere.count, "there": comparison.onlyThere.count,
                "different": comparison.different.count, "same": comparison.sameCount,
            ].mapValues { localizedNumber($0) })
    }

    private static func fieldNames(_ comparison: TableComparison) -> String {
        func list(_ fields: [Int], of table: RecordTable) -> String {
            let names = fields.prefix(12).map { ShownText.short(table.schema[$0].name) }
            return names.joined(separator: localized(", ")) + (fields.count > names.count ? ", …" : "")
        }
        var texts: [String] = []
        if !comparison.fieldsOnlyHere.isEmpty {
            texts.append(
                localized(
                    "Fields only here: {names}.", ["names": list(comparison.fieldsOnlyHere, of: comparison.table)]))
        }
        if !comparison.fieldsOnlyThere.isEmpty {
            texts.append(
                localized(
                    "Fields only there: {names}.", ["names": list(comparison.fieldsOnlyThere, of: comparison.other)]))
        }
        return localizedSentences(texts)
    }
}

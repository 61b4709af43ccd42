import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// The questions of printing: which records, and in which form; and a preview of the pages.
@MainActor
final class PrintView {
    let widget = row(spacing: 24)
    let preview: PrintPreview
    /// Called when the user chooses another form.
    var onFormChange: ((PrintForm) -> Void)?
    /// Called when the user chooses other fields, with those that are left out.
    var onFieldsChange: ((String?) -> Void)?
    /// Called when the user chooses something else to print, or another form.
    var onChange: (() -> Void)?
    /// Called when the user wants to continue without the pictures that cannot be fetched.
    var onProceed: (() -> Void)?
    /// Called when the user wants to choose other paper.
    var onChoosePaper: (() -> Void)?
    /// Called when the user wants a PDF file.
    var onSavePDF: (() -> Void)?

    private let choices: [ExportedRecords]
    private let progress = ProgressRow()
    private let proceed = button(localized("Con_tinue Without These Pictures"))
    private let questions = column(spacing: 12)
    private let records: ComboBox
    private let form = comboBox(
        name: localized("Layout"), choices: [localized("Table"), localized("Cards")])
    private let fields: FieldChecks
    private let advice = paragraph("", isMuted: true)
    private let width = comboBox(
        name: localized("Width"),
        choices: [localized("Fit all fields on the page"), localized("Split fields across pages")])
    private let perPage = comboBox(
        name: localized("Cards on a page"), choices: CardPages.choices.map { localizedNumber($0) })
    private let textSize = comboBox(
        name: localized("Text size"),
        choices: [localized("As large as possible")]
            + CardPages.scales.map { localized("{number}%", ["number": localizedNumber(Int($0 * 100))]) })
    private let widthLabel = label(localized("Width"))
    private let perPageLabel = label(localized("Cards on a page"))
    private let textSizeLabel = label(localized("Text size"))

    /// The minimum width with room for the preview, in pixels at a text scale of 1.
    private static let leastWidth = 560
    /// The height of the list of fields, in pixels: three and more of them.
    private static let listHeight = 110...240

    /// - Parameters:
    ///   - choices: which records can be printed, with all their fields.
    ///   - fields: the fields that are printed at first.
    ///   - preview: shows the first of the choices.
    init(_ choices: [ExportedRecords], _ fields: FieldChecks, preview: PrintPreview) {
        self.choices = choices
        self.fields = fields
        self.preview = preview
        records = comboBox(name: localized("Records"), choices: choices.map(\.title))
        build()
        let chosen = preview.records.form
        records.chosen = 0
        form.chosen = PrintForm.Kind.allCases.firstIndex(of: chosen.kind)
        width.chosen = chosen.isFitted ? 0 : 1
        perPage.chosen = CardPages.choices.firstIndex(of: chosen.cardsPerPage)
        textSize.chosen = chosen.cardScale.flatMap(CardPages.scales.firstIndex).map { $0 + 1 } ?? 0
        fit()
        for box in [records, form, width, perPage, textSize] { box.onChange { [weak self] in self?.changed() } }
        fields.onChange = { [weak self] in self?.fieldsChanged() }
        preview.onDivision = { [weak self] in self?.advise() }
        widget.onLayout { [weak self] in self?.showPreviewWhereRoom() }
        advise()
    }

    /// The records and fields to print; `nil` if no field is ticked.
    static func part(_ choice: ExportedRecords, _ fields: FieldChecks) -> TablePart? {
        try? choice.part.taking(fields: fields.chosen)
    }

    /// Whether there is anything to print.
    var hasFields: Bool { !fields.chosen.isEmpty }

    /// Shows the progress of writing a file, from 0 to 1; `nil` when it has ended.
    func showProgress(_ fraction: Double?) {
        questions.isSensitive = fraction == nil
        if let fraction {
            if !progress.isActive { progress.begin() }
            progress.fraction = fraction
        } else {
            progress.end()
        }
    }

    /// Calls `body` when the user stops the writing of a file.
    func onStop(_ body: @escaping () -> Void) { progress.onCancel = body }

    /// Whether the view offers to continue without the pictures that cannot be fetched.
    var offersGoingOn: Bool {
        get { proceed.isVisible }
        set { proceed.isVisible = newValue }
    }

    private func build() {
        let name = sheetTitle(localized("Print"))
        let rows = grid()
        rows.setSpacing(columns: 12, rows: 6)
        let lines: [(Label, ComboBox)] = [
            (label(localized("Records")), records), (label(localized("Layout")), form), (widthLabel, width),
            (perPageLabel, perPage), (textSizeLabel, textSize),
        ]
        for (place, line) in lines.enumerated() {
            rows.attach(line.0, column: 0, row: place)
            rows.attach(line.1, column: 1, row: place)
            line.1.setWidth(letters: 20)
        }
        let paper = button(localized("Paper and _Margins…")) { [weak self] in self?.onChoosePaper?() }
        let pdf = button(localized("_Save as PDF…")) { [weak self] in self?.onSavePDF?() }
        questions.append(rows)
        questions.append(advice)
        for choice in [paper, pdf] {
            choice.setAlignedAcross(.start)
            questions.append(choice)
        }
        questions.append(heading(localized("Fields")))
        let list = scrolled(fields.widget)
        list.setHeight(in: Self.listHeight)
        questions.append(list)
        let side = column(spacing: 12)
        side.append(name)
        side.append(questions)
        side.append(progress.widget)
        proceed.setAlignedAcross(.start)
        proceed.onPress { [weak self] in self?.onProceed?() }
        side.append(proceed)
        widget.setMargins(vertical: 24)
        widget.append(side)
        widget.append(preview.widget, fills: true)
        widget.showAll()
        for part in partsOfTables + partsOfCards { part.setShownExplicitly() }
        preview.widget.setShownExplicitly()
        advice.setShownExplicitly()
        proceed.setShownExplicitly()
        proceed.isVisible = false
    }

    private func changed() {
        guard let chosenForm = form.chosen, PrintForm.Kind.allCases.indices.contains(chosenForm),
            let chosenRecords = records.chosen, choices.indices.contains(chosenRecords),
            let count = perPage.chosen, CardPages.choices.indices.contains(count), let size = textSize.chosen
        else { return }
        let new = PrintForm(
            kind: PrintForm.Kind.allCases[chosenForm], isFitted: width.chosen != 1,
            cardsPerPage: CardPages.choices[count],
            cardScale: CardPages.scales.indices.contains(size - 1) ? CardPages.scales[size - 1] : nil)
        fit()
        onChange?()
        if new != preview.records.form { onFormChange?(new) }
        preview.records.form = new
        if let part = Self.part(choices[chosenRecords], fields) { preview.records.part = part }
        preview.update()
    }

    private func fieldsChanged() {
        onFieldsChange?(fields.leftOut)
        changed()
    }

    /// Shows why the pages are not what was requested.
    private func advise() {
        let records = preview.records
        let text =
            if records.placesPerCard > 1 {
                localized(
                    "A card has too many fields for its space on the page, so it fills {count} spaces. Print fewer fields, fewer cards per page or smaller text.",
                    ["count": localizedNumber(records.placesPerCard)])
            } else if records.shortensTexts {
                localized("Long texts are shortened to one line, because there are so many records.")
            } else {
                ""
            }
        advice.text = text
        advice.isVisible = !text.isEmpty
    }

    private func fit() {
        let isTable = form.chosen == 0
        for part in partsOfTables { part.isVisible = isTable }
        for part in partsOfCards { part.isVisible = !isTable }
    }

    private var partsOfTables: [AnyWidget] { [AnyWidget(widthLabel), AnyWidget(width)] }

    private var partsOfCards: [AnyWidget] {
        [AnyWidget(perPageLabel), AnyWidget(perPage), AnyWidget(textSizeLabel), AnyWidget(textSize)]
    }

    private func showPreviewWhereRoom() {
        let isRoomy = Double(widget.laidOutWidth) >= Double(Self.leastWidth) * TextScale.current
        guard isRoomy != preview.widget.isVisible else { return }
        // GTK ignores widgets being shown or hidden during layout.
        MainLoop.whenIdle { [weak self] in self?.preview.widget.isVisible = isRoomy }
    }
}

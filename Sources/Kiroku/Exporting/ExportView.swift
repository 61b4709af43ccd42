import GtkKit
import KirokuCore
import KirokuViews

/// The questions of an export: which records and fields, in what format.
@MainActor
final class ExportView {
    let widget = column(spacing: 12)
    private let choices: [ExportedRecords]
    private let format = comboBox(name: localized("Format"), choices: ExportFormat.allCases.map(\.title))
    private let records: ComboBox
    private let header = checkButton(localized("Field _names in the first line"))
    private let decimalSign = comboBox(
        name: localized("Decimal sign"), choices: DecimalSignChoice.allCases.map(\.title))
    private let encoding = comboBox(
        name: localized("Encoding"), choices: OutputEncoding.allCases.map(\.title))
    private let formulas = checkButton(localized("Prevent spreadsheets from treating text as form_ulas"))
    private let formulasText = paragraph(
        localized(
            "Adds an apostrophe before texts that begin with =, +, - or @. Turn this off if you will open the file in Kiroku again."
        ),
        isMuted: true)
    private let pictures = checkButton(localized("Save _pictures in a folder next to the file"))
    private let fields: FieldChecks
    private let bar = progressBar(name: localized("Progress"))
    private let questions = column(spacing: 18)

    /// - Parameters:
    ///   - choices: which records can be exported; the first is chosen.
    ///   - options: the header and decimal sign that are chosen at first.
    init(_ choices: [ExportedRecords], of schema: Schema, options: SeparatedText.WritingOptions) {
        self.choices = choices
        records = comboBox(name: localized("Records"), choices: choices.map(\.title))
        fields = FieldChecks(schema)
        build()
        format.chosen = 0
        records.chosen = 0
        encoding.chosen = 0
        header.isOn = options.header
        decimalSign.chosen = DecimalSignChoice.allCases.lastIndex { $0.sign == options.style.decimalSign }
        pictures.isOn = schema.fields.contains(where: \.isPicture)
        pictures.isSensitive = pictures.isOn == true
        format.onChange { [weak self] in self?.fit() }
        // UTF-8 with a mark is for spreadsheets.
        encoding.onChange { [weak self] in self?.formulas.isOn = self?.chosenEncoding == .utf8WithMark }
        fit()
    }

    var chosenFormat: ExportFormat {
        format.chosen.flatMap { ExportFormat.allCases.indices.contains($0) ? ExportFormat.allCases[$0] : nil } ?? .tsv
    }

    /// The chosen encoding; UTF-8 if the format leaves no choice.
    var chosenEncoding: OutputEncoding {
        let all = OutputEncoding.allCases
        guard chosenFormat.isText, let place = encoding.chosen, all.indices.contains(place) else { return .utf8 }
        return all[place]
    }

    /// The chosen export.
    ///
    /// - Throws: ``TableError/noFields`` if no field is ticked.
    func export() throws(TableError) -> TableExport {
        var style = SeparatedText.Style()
        if let chosen = decimalSign.chosen, DecimalSignChoice.allCases.indices.contains(chosen) {
            style.decimalSign = DecimalSignChoice.allCases[chosen].sign
        }
        guard let chosen = records.chosen, choices.indices.contains(chosen) else { throw .noFields }
        let part = try choices[chosen].part.taking(fields: fields.chosen)
        return TableExport(
            part,
            as: chosenFormat.format(
                header: header.isOn == true, style: style, guardsFormulas: formulas.isOn == true))
    }

    var includesPictures: Bool { pictures.isOn == true }

    /// Shows the progress of the work, from 0 to 1; `nil` if no work is under way.
    func showProgress(_ fraction: Double?) {
        questions.isSensitive = fraction == nil
        bar.isVisible = fraction != nil
        if let fraction { bar.fraction = fraction }
    }

    private func build() {
        let name = sheetTitle(localized("Export"))
        widget.setMargins(vertical: 24)
        widget.append(name)
        let rows = grid()
        rows.setSpacing(columns: 12, rows: 6)
        let lines: [(String, ComboBox)] = [
            (localized("Records"), records), (localized("Format"), format), (localized("Decimal sign"), decimalSign),
            (localized("Encoding"), encoding),
        ]
        for (place, line) in lines.enumerated() {
            rows.attach(label(line.0), column: 0, row: place)
            rows.attach(line.1, column: 1, row: place)
            line.1.setExpands(horizontally: true)
        }
        questions.append(rows)
        let options = column(spacing: 6)
        for option: any Widget in [header, formulas, formulasText, pictures] { options.append(AnyWidget(option)) }
        questions.append(options)
        let list = column()
        list.append(heading(localized("Fields")))
        list.append(fields.widget)
        questions.append(list)
        widget.append(bar)
        widget.append(questions)
        widget.showAll()
        bar.setShownExplicitly()
        bar.isVisible = false
    }

    private func fit() {
        header.isSensitive = chosenFormat.isText
        formulas.isSensitive = chosenFormat.isText
        decimalSign.isSensitive = chosenFormat.isText
        encoding.isSensitive = chosenFormat.isText
    }
}

import GtkKit
import KirokuCore
import KirokuViews

/// The questions of an import, the beginning of the file as it is read with the answers, and what the import will do.
@MainActor
final class ImportView {
    let widget = column(spacing: 12)
    /// Called when the user changes an answer.
    var onChange: (() -> Void)?

    private let schema: Schema?
    private let destination: ComboBox
    private let key: ComboBox
    private let encoding: ComboBox
    private let separator: ComboBox
    private let header: ComboBox
    private let types: ComboBox
    private let skippedLines: SpinButton
    /// Whether the user has chosen how many lines are above the table.
    private var choosesLines = false
    private var isShowing = false
    private let total = checkButton(localized("Skip the last line, which contains totals"))
    private let comments: ComboBox
    private let pictures: CheckButton
    private let bar = progressBar(name: localized("Progress"))
    private let columns: ImportColumns
    /// Shows how the first line was understood, if the user has not chosen.
    private let firstLine = label()
    private let commentsLine = label(localized("Lines that begin with # are comments and are skipped."))
    /// Shows that a line names the separator.
    private let separatorLine = label()
    /// Asks for the order of day and month, if dates of the text do not say.
    private let dates: ComboBox
    private let datesRow = row(spacing: 12)
    private let datesLine = paragraph("", width: 60)
    /// Asks for the decimal sign, if numbers of the text could have either.
    private let numbers: ComboBox
    private let numbersRow = row(spacing: 12)
    private let numbersLine = paragraph("", width: 60)
    /// A box for each text that may stand for an empty cell.
    private let missing = column()
    private var missingBoxes: [(word: MissingWord, box: CheckButton)] = []
    private let outcome = column(spacing: 6)
    private let questions = column()

    private static let separators: [SeparatedText.Separator?] = [nil, .tab, .comma, .semicolon, .bar]
    private static let commentSigns: [Character] = ["#", "%", ";", "!"]
    private static let headers: [SeparatedText.ReadingOptions.Header] = [.detected, .present, .absent]

    /// - Parameters:
    ///   - name: the name of the file.
    ///   - pictureFolder: the name of the folder beside the file that holds its pictures; `nil` if there is none.
    ///   - schema: the schema of the document that can take the records; `nil` if there is none.
    ///   - identifying: the index of its field by which records are matched at first; `nil` if they are added.
    init(fileName name: String, pictureFolder: String?, schema: Schema?, key identifying: Int?) {
        self.schema = schema
        columns = ImportColumns(schema: schema)
        let automatic = localized("Automatic")
        var places = [localized("New document")]
        if schema != nil { places += [localized("Add to this document"), localized("Update matching records")] }
        destination = comboBox(name: localized("Into"), choices: places)
        key = comboBox(
            name: localized("Key"), choices: (schema?.fields ?? []).map { ShownText.short($0.name) })
        encoding = comboBox(
            name: localized("Encoding"), choices: [automatic] + TextEncoding.common.map(\.name))
        separator = comboBox(
            name: localized("Separator"),
            choices: [
                automatic, localized("Tab"), localized("Comma"), localized("Semicolon"), localized("Vertical bar"),
            ])
        header = comboBox(
            name: localized("First line"),
            choices: [automatic, localized("Contains the field names"), localized("Contains data")])
        types = comboBox(
            name: localized("Types"), choices: [localized("Automatic"), localized("Everything as text")])
        dates = comboBox(
            name: localized("Dates"),
            choices: [localized("Keep as text"), localized("Day first"), localized("Month first")])
        numbers = comboBox(name: localized("Numbers"), choices: [automatic, "1,234.50", "1.234,50"])
        skippedLines = spinButton(name: localized("Lines to skip at the top"), range: 0...1_000_000)
        comments = comboBox(
            name: localized("Comments"),
            choices: [automatic]
                + Self.commentSigns.map { localized("Lines that begin with {sign}", ["sign": String($0)]) })
        pictures = checkButton(
            localized("Import the pictures in {folder}", ["folder": ShownText.short(pictureFolder ?? "")]))
        pictures.isOn = pictureFolder != nil
        destination.chosen = schema == nil ? 0 : 1
        for box in [key, encoding, separator, header, types, comments, dates, numbers] { box.chosen = 0 }
        if let identifying, schema != nil {
            destination.chosen = 2
            key.chosen = identifying
        }
        build(name)
        skippedLines.onChange { [weak self] in
            guard let self, !isShowing else { return }
            choosesLines = true
            onChange?()
        }
        for box in [destination, key, encoding, separator, header, types, comments, dates, numbers] {
            box.onChange { [weak self] in
                self?.fit()
                self?.onChange?()
            }
        }
        total.onToggle { [weak self] in self?.onChange?() }
        columns.onChange = { [weak self] in self?.onChange?() }
        fit()
    }

    /// The user's choices.
    var options: ImportOptions {
        var options = ImportOptions()
        options.encoding = Self.chosen(encoding, of: [nil] + TextEncoding.common.map { $0 }, or: nil)
        options.separator = Self.chosen(separator, of: Self.separators, or: nil)
        options.header = Self.chosen(header, of: Self.headers, or: .detected)
        options.isAllText = types.chosen == 1
        options.skippedLines = choosesLines ? Int(skippedLines.value) : nil
        options.leavesOutTotal = total.isVisible && total.isOn == true
        options.comment = Self.chosen(comments, of: [nil] + Self.commentSigns.map(\.asciiValue), or: nil)
        options.datesAreDayFirst = Self.chosen(dates, of: [nil, true, false], or: nil)
        options.decimalSign = Self.chosen(numbers, of: [nil, .point, .comma], or: nil)
        switch (destination.chosen, schema) {
        case (1, _?): options.destination = .append
        case (2, let schema?):
            let fields = schema.fields.map { Optional($0) }
            options.destination = Self.chosen(key, of: fields, or: nil).map { .match($0.id) } ?? .append
        default: options.destination = .newDocument
        }
        options.missing = Set(missingBoxes.filter { $0.box.isOn == true }.map(\.word.text))
        options.columns = columns.chosen
        return options
    }

    var includesPictures: Bool { pictures.isOn == true }

    /// Shows the progress of the work, from 0 to 1; `nil` if no work is under way.
    func showProgress(_ fraction: Double?) {
        bar.isVisible = fraction != nil
        if let fraction { bar.fraction = fraction }
    }

    /// Sets whether the answers can be changed.
    func setAsks(_ asks: Bool) {
        questions.isSensitive = asks
        columns.widget.isSensitive = asks
    }

    /// Shows the first records.
    func show(_ found: TextPreview) {
        columns.show(found, options)
        if !choosesLines {
            isShowing = true
            skippedLines.value = Double(found.linesAbove)
            isShowing = false
        }
        total.isVisible = found.total != nil
        firstLine.isVisible = found.firstLine != nil
        firstLine.text = found.firstLine?.message ?? ""
        commentsLine.isVisible = found.hasComments
        separatorLine.isVisible = found.namesSeparator
        if let sign = found.format.separator?.sign {
            separatorLine.text = localized("The line “{line}” sets the separator.", ["line": "sep=\(sign)"])
        }
        let takesDates =
            options.destination == .newDocument || schema?.fields.contains { $0.type.holdsDates } == true
        datesRow.isVisible = takesDates && !found.unclearDates.isEmpty
        datesLine.text = localizedSentences(found.unclearDates.map(\.message))
        let takesNumbers =
            options.destination == .newDocument || schema?.fields.contains { $0.type.showsNumbers } == true
        numbersRow.isVisible = takesNumbers && !found.numberNotes.isEmpty
        numbersLine.text = localizedSentences(found.numberNotes.map(\.message))
        offer(found.missingWords, isWhole: found.isWhole)
    }

    /// Offers to treat these texts as empty, and keeps those that already are.
    private func offer(_ words: [MissingWord], isWhole: Bool) {
        let kept = missingBoxes.filter { $0.box.isOn == true }.map(\.word)
        let offered = kept + words.filter { word in !kept.contains { $0.text == word.text } }.prefix(Self.mostWords)
        guard offered != missingBoxes.map(\.word) else { return }
        missing.removeAll()
        missingBoxes = offered.map { word in
            let box = checkButton(Self.caption(word).replacing("_", with: "__"))
            box.isOn = kept.contains(word)
            box.onToggle { [weak self] in self?.onChange?() }
            missing.append(box)
            return (word, box)
        }
        missing.showAll()
    }

    private static func caption(_ word: MissingWord) -> String {
        localized(
            "“{text}”, {count} time: treat as empty", "“{text}”, {count} times: treat as empty", count: word.count,
            ["text": word.text])
    }

    private static let mostWords = 5

    /// Shows what the import will do; `nil` if that is not known yet.
    func show(_ news: ImportSummary?) {
        outcome.removeAll()
        guard let news else { return }
        outcome.append(paragraph(localizedSentences(news.summary)))
        for warning in news.warnings {
            let text = paragraph(warning)
            text.addStyleClass(ColorRole.caution.styleClass)
            outcome.append(text)
        }
        let list = grid()
        list.setSpacing(columns: 12, rows: 3)
        for (place, line) in news.lines.enumerated() {
            let word = label(line.word)
            word.addStyleClass(line.role.styleClass)
            list.attach(word, column: 0, row: place)
            list.attach(label(line.text), column: 1, row: place)
        }
        outcome.append(list)
        if news.others > 0 {
            outcome.append(
                paragraph(
                    localized("… and {count} more record.", "… and {count} more records.", count: news.others),
                    isMuted: true))
        }
        outcome.showAll()
    }

    private func build(_ name: String) {
        let title = sheetTitle(localized("Import {file}", ["file": name]))
        widget.setMargins(vertical: 24)
        for box in [destination, key, encoding, separator, header, comments, types] { box.setWidth(letters: 8) }
        let lines: [(String, any Widget)] = [
            (localized("Into"), destination), (localized("Key"), key), (localized("Encoding"), encoding),
            (localized("Separator"), separator), (localized("Lines to skip at the top"), skippedLines),
            (localized("First line"), header), (localized("Comments"), comments), (localized("Types"), types),
        ]
        let names = lines.map { label($0.0) }
        makeSameWidth(names)
        let pairs = zip(names, lines).map { name, line in
            let pair = row(spacing: 12)
            pair.append(name)
            pair.append(line.1, fills: true)
            return AnyWidget(pair)
        }
        questions.append(sideBySide(pairs, spacing: 24, lineSpacing: 6, perLine: 2))
        widget.append(title)
        widget.append(questions)
        if pictures.isOn == true { widget.append(pictures) }
        widget.append(bar)
        widget.append(firstLine)
        widget.append(commentsLine)
        widget.append(separatorLine)
        datesRow.append(datesLine, fills: true)
        datesRow.append(dates)
        widget.append(datesRow)
        numbersRow.append(numbersLine, fills: true)
        numbersRow.append(numbers)
        widget.append(numbersRow)
        widget.append(missing)
        widget.append(total)
        widget.append(columns.widget)
        widget.append(outcome)
        widget.showAll()
        firstLine.setShownExplicitly()
        firstLine.isVisible = false
        commentsLine.setShownExplicitly()
        commentsLine.isVisible = false
        separatorLine.setShownExplicitly()
        separatorLine.isVisible = false
        datesRow.setShownExplicitly()
        datesRow.isVisible = false
        numbersRow.setShownExplicitly()
        numbersRow.isVisible = false
        total.setShownExplicitly()
        total.isVisible = false
        bar.setShownExplicitly()
        bar.isVisible = false
    }

    private func fit() {
        key.isSensitive = destination.chosen == 2
        types.isSensitive = destination.chosen == 0
    }

    private static func chosen<Value>(_ box: ComboBox, of values: [Value], or usual: Value) -> Value {
        box.chosen.flatMap { values.indices.contains($0) ? values[$0] : nil } ?? usual
    }
}

/// The fields of a new table, in which texts become numbers if nearly all of them have one form.
struct ReadFields: Sendable {
    private var columns: [Int: Column] = [:]
    private var formats: [NumberFormat]
    /// The texts that do not have the form of their field.
    private var unfit: [Int: [Int: String]] = [:]
    private var forms: [Int: NumberForms] = [:]
    private var votes = DecimalSignVotes()
    /// How numbers were understood, where their writer may have meant something else.
    private(set) var notes: [NumberNote] = []
    /// The decimal sign of ambiguous numbers.
    private(set) var decimalSign = FoundDecimalSign.ofRegion

    /// - Parameters:
    ///   - columns: the columns created so far.
    ///   - places: the indexes of their fields.
    ///   - formats: the formats of all fields.
    init(_ columns: [Column], at places: [Int], _ formats: [NumberFormat]) {
        self.formats = formats
        for (place, column) in zip(places, columns) { self.columns[place] = column }
    }

    /// Adds columns created later; the texts among them are numbers in the plain form.
    mutating func add(_ columns: [Column], at places: [Int]) {
        for (place, column) in zip(places, columns) {
            self.columns[place] = column
            forms[place] = String.values(of: column).flatMap { NumberForms(of: $0, includesPlain: true) }
        }
    }

    /// Examines the texts; one that is not a number ends the search in its field.
    mutating func findNumbers() async {
        let columns = columns.sorted { $0.key < $1.key }
        let found = await Parallel.map(columns) { field, column in
            (field, column, String.values(of: column).flatMap { NumberForms(of: $0) })
        }
        for (field, column, forms) in found {
            self.forms[field] = forms
            votes.add(column, forms)
        }
    }

    /// Whether numbers that may have a decimal comma are read with one.
    func usesComma(_ options: SeparatedText.ReadingOptions) -> Bool {
        votes.sign(options.decimalSign, nil).isKnownComma
    }

    /// Reads the numbers of text fields whose type was not chosen.
    mutating func readNumbers(
        _ options: SeparatedText.ReadingOptions, _ names: [String], _ separator: SeparatedText.Separator
    ) async {
        decimalSign = votes.sign(options.decimalSign, separator)
        guard options.types == .detected else { return }
        let chosen = options.chosenTypes(of: names)
        let sign = decimalSign.sign
        let texts = columns.compactMap { field, column in
            chosen[field] == nil ? String.values(of: column).map { (field, $0, forms[field]) } : nil
        }
        let read = await Parallel.map(texts) { field, texts, forms in
            (field, forms.flatMap { ReadNumbers(texts, $0, sign, as: nil, name: names[field]) }, texts)
        }
        for case let (field, numbers?, texts) in read.sorted(by: { $0.0 < $1.0 }) {
            columns[field] = numbers.column
            formats[field] = numbers.format
            unfit[field] = Dictionary(uniqueKeysWithValues: numbers.others.map { ($0, texts[$0] ?? "") })
            notes += [numbers.note].compactMap(\.self)
        }
    }

    func table(named names: [String]) -> RecordTable {
        do {
            let columns = names.indices.map { self.columns[$0, default: .string(StringColumn())] }
            let schema = try Schema(names: names, types: columns.map(\.type)).with(formats)
            guard !unfit.isEmpty else { return try RecordTable(schema: schema, columns: columns) }
            let ids = RecordID.first(columns.first?.count ?? 0)
            let cells = columns.enumerated().map { field, column in
                let texts = unfit[field, default: [:]].map { (ids[$0], $1) }
                return FieldCells(column: column, unfitTexts: Dictionary(uniqueKeysWithValues: texts))
            }
            return RecordTable(schema: schema, ids: ids, cells: cells)
        } catch {
            preconditionFailure("names and columns were made to fit: \(error)")
        }
    }
}

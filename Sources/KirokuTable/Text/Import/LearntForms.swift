/// The forms of the numbers for existing fields, learnt from the first records of a text.
struct LearntForms {
    private var forms: [Int: NumberForm] = [:]
    /// The first numbers of columns with an ambiguous decimal sign.
    private var unclear: [Int: [String]] = [:]
    /// The decimal sign of ambiguous numbers.
    let sign: FoundDecimalSign

    /// - Parameters:
    ///   - columns: the types of the fields that the columns go to; `nil` for columns that are left out.
    ///   - isHeader: whether the first record holds names.
    init(_ head: TextHead, columns: [FieldType?], isHeader: Bool, _ options: SeparatedText.ReadingOptions) {
        let records = (isHeader ? [] : [head.first?.cells ?? []]) + head.sample
        var votes = DecimalSignVotes()
        func texts(_ column: Int) -> [String] { records.compactMap { column < $0.count ? $0[column] : nil } }
        let found = columns.indices.map { NumberForms(ofSample: texts($0)) }
        for forms in found { votes.add(forms) }
        sign = votes.sign(options.decimalSign, head.rules.separator)
        for (column, type) in columns.enumerated() where type?.showsNumbers == true {
            guard let numbers = found[column], numbers.isSpecial || sign.isKnownComma && numbers.isUnclear else {
                continue
            }
            forms[column] = numbers.form(sign.sign, areNumbers: true)?.form
            if forms[column] != nil, numbers.isUnclear { unclear[column] = NumberNote.samples(texts(column)) }
        }
    }

    /// How numbers with an ambiguous decimal sign were understood.
    ///
    /// - Parameter name: the name of the field that a column goes to.
    func notes(_ name: (Int) -> String?) -> [NumberNote] {
        unclear.sorted { $0.key < $1.key }.compactMap { column, samples in
            name(column).map { NumberNote(kind: .unclear(sign.sign), field: $0, samples: samples) }
        }
    }

    func form(ofColumn column: Int) -> NumberForm? { forms[column] }
}

extension FittedCells.Piece {
    /// Reads unfit texts again, using what all texts of the column show.
    ///
    /// - Parameters:
    ///   - reader: the reader that they did not fit.
    ///   - sign: the decimal sign of ambiguous numbers.
    mutating func readAgain(
        _ reader: FittingReader, _ options: SeparatedText.ReadingOptions, _ sign: FoundDecimalSign
    ) {
        guard !unfitTexts.isEmpty, !reader.isExact else { return }
        if reader.type.holdsDates {
            // Dates with points that did not fit also show their order.
            guard options.dateOrder == nil, let orders = dateOrders ?? ordersOfUnfitTexts, orders.count == 1 else {
                return
            }
            var style = reader.style
            style.dateOrder = orders.first
            take(FittingReader(type: reader.type, style: style))
        } else if reader.type.showsNumbers, reader.form == nil, reader.style.decimalSign == .point {
            let texts = unfitTexts.sorted { $0.key < $1.key }.map(\.value)
            guard let form = NumberForms(ofSample: texts)?.form(sign.sign, areNumbers: true)?.form,
                form.decimalSign == .point || !hasDecimals
            else { return }
            take(FittingReader(type: reader.type, style: reader.style, form: form))
        }
    }

    /// The orders that all dates among the unfit texts can have; `nil` if there are none.
    private var ordersOfUnfitTexts: Set<DateOrder>? {
        unfitTexts.values.lazy.compactMap { text in
            var text = text
            return text.withUTF8 { DateForm.orders(of: $0) }
        }.reduce(nil) { $0?.intersection($1) ?? $1 }
    }

    /// Whether any number has decimals: these were read with a decimal point.
    private var hasDecimals: Bool {
        Double.values(of: column)?.contains { $0.map { $0 != $0.rounded() } ?? false }
            ?? DecimalNumber.values(of: column)?.contains { $0.map { $0.places > 0 } ?? false } ?? false
    }

    private mutating func take(_ reader: FittingReader) {
        for (record, text) in unfitTexts {
            let value = reader.read(text)
            guard !value.isUnfit else { continue }
            column[record] = value
            unfitTexts[record] = nil
        }
    }
}

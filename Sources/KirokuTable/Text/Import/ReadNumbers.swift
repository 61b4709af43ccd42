/// The texts of a field as numbers, in the form of nearly all of them.
struct ReadNumbers: Sendable {
    let column: Column
    let format: NumberFormat
    /// The indexes of the texts that do not have the form.
    let others: [Int]
    let note: NumberNote?

    /// - Parameters:
    ///   - texts: the texts of the field.
    ///   - forms: the forms of the numbers among them.
    ///   - sign: the decimal sign, if the numbers do not show it.
    ///   - type: the type of the field; `nil` for that of the numbers.
    ///   - name: the name of the field.
    /// - Returns: `nil` if the numbers have no form in common.
    init?(
        _ texts: StringColumn, _ forms: NumberForms, _ sign: SeparatedText.Style.DecimalSign, as type: FieldType?,
        name: String
    ) {
        guard let (form, count, usual) = forms.form(sign, areNumbers: type != nil) else { return nil }
        var (column, others) = (type ?? usual).kind.column(of: texts, in: form)
        if type == nil, !usual.holdsWholeNumbers, others.count > forms.count - count {
            // Some have more digits than a Float keeps.
            let exact = FieldType.decimal.kind.column(of: texts, in: form)
            if exact.others.count < others.count { (column, others) = exact }
        }
        self.column = column
        self.others = others
        format = form.format
        if !others.isEmpty {
            let samples = NumberNote.different(others.lazy.compactMap { texts[$0] })
            note = NumberNote(kind: .others(count: others.count, of: forms.count), field: name, samples: samples)
        } else if forms.isUnclear {
            let samples = NumberNote.samples(texts.lazy.compactMap { $0 })
            note = NumberNote(kind: .unclear(form.decimalSign), field: name, samples: samples)
        } else {
            note = nil
        }
    }
}

extension ImportedText {
    /// The decimal sign of ambiguous numbers in text fields.
    public var decimalSign: SeparatedText.Style.DecimalSign { table.decimalSignVotes.sign(nil, format.separator).sign }
}

extension RecordTable {
    /// How the numbers of text fields would be read, where their writer may have meant something else.
    func numberNotes(
        _ decimalSign: SeparatedText.Style.DecimalSign?, _ separator: SeparatedText.Separator?
    ) -> [NumberNote] {
        let sign = decimalSignVotes.sign(decimalSign, separator).sign
        return schema.fields.indices.compactMap { field in
            guard let texts = String.values(of: column(field)), let forms = NumberForms(of: texts) else { return nil }
            return ReadNumbers(texts, forms, sign, as: nil, name: schema[field].name)?.note
        }
    }

    /// The decimal signs that the fields show.
    var decimalSignVotes: DecimalSignVotes {
        var votes = DecimalSignVotes()
        for column in cells.map(\.column) {
            votes.add(column, String.values(of: column).flatMap { NumberForms(of: $0) })
        }
        return votes
    }
}

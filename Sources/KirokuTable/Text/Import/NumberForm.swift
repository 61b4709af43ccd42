/// The form of the numbers in a column, if it is not the plain one: `1.299,00 €`, `12.5 %`.
package struct NumberForm: Sendable, Hashable {
    let decimalSign: SeparatedText.Style.DecimalSign
    /// How such numbers are shown.
    package let format: NumberFormat
    /// The unit as it is in the text.
    private let unit: [UInt8]
    /// The thousands separator, if there is one; `nil` for any possible separator.
    private let groupSign: UInt8?

    package init(_ decimalSign: SeparatedText.Style.DecimalSign, _ format: NumberFormat, groupSign: UInt8?) {
        self.decimalSign = decimalSign
        self.format = format
        self.groupSign = groupSign
        unit = Array(format.unit.utf8)
    }

    /// Writes a number of this form in the plain form, "-1234.5"; returns false for any other text.
    func writePlain(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout TextBuffer) -> Bool {
        buffer.removeAll()
        guard let written = WrittenNumber(text, { $0.elementsEqual(unit) }),
            written.unit.isEmpty == unit.isEmpty, unit.isEmpty || written.unitPlace == format.unitPlace,
            let reading = written.reading(with: decimalSign),
            groupSign == nil || reading.groupSign == nil || reading.groupSign == groupSign
        else { return false }
        written.appendPlain(of: text, as: reading, isPercent: format.isPercent, to: &buffer)
        return true
    }

    /// The common form of the numbers among some texts of a column, as when reading files; `nil` if there is none, or
    /// it is the plain form, such as "1234.5".
    ///
    /// - Parameters:
    ///   - texts: the first texts of the column.
    ///   - nearlyAll: whether all but a few numbers must have the form; otherwise half of them are enough.
    package init?(commonTo texts: [String], nearlyAll: Bool = false) {
        var votes = DecimalSignVotes()
        let forms = NumberForms(ofSample: texts)
        votes.add(forms)
        let sign = votes.sign(nil, nil)
        guard let found = forms?.form(sign.sign, areNumbers: !nearlyAll)?.form,
            forms?.isSpecial == true || found.format != .asTyped
        else { return nil }
        self = found
    }

    /// A number of this form in the plain form; `nil` for any other text.
    package func plain(_ text: String) -> String? {
        var text = text
        var buffer = TextBuffer(capacity: 128)
        return text.withUTF8 { writePlain($0, to: &buffer) } ? String(decoding: buffer.bytes, as: UTF8.self) : nil
    }
}

extension FieldKind {
    /// Converts texts in a form to values of this kind; the others become empty.
    ///
    /// - Returns: also the indexes of the texts that are not in the form, or not values of this kind.
    package static func column(of texts: StringColumn, in form: NumberForm) -> (column: Column, others: [Int]) {
        var values = Value.Values()
        values.reserveCapacity(texts.count)
        var others: [Int] = []
        var plain = TextBuffer(capacity: 128)
        for index in texts.indices {
            texts.withUTF8(at: index) { text in
                let read = text.flatMap { form.writePlain($0, to: &plain) ? value(plain: plain.bytes) : nil }
                values.append(read)
                if read == nil, text != nil { others.append(index) }
            }
        }
        return (Value.column(of: values), others)
    }
}

/// Reads the texts of a column for a field of a given type: in the plain form at the speed of files, in any other form
/// that people write as an ``EntryReader`` does.
struct FittingReader: Sendable {
    let type: FieldType
    let style: SeparatedText.Style

    /// Any text: a value of the field's type, or unfit text; ``CellValue/empty`` for blanks in a typed field.
    func read(_ text: String) -> CellValue {
        if type == .string { return .string(text) }
        if type == .bool, text == style.trueWord || text == style.falseWord { return .bool(text == style.trueWord) }
        guard type == .float, style.decimalSign == .comma else {
            return EntryReader(type: type, decimalSign: .point).read(text)
        }
        if text.contains(".") { return .unfit(text) }
        let value = EntryReader(type: type, decimalSign: .point).read(text.replacing(",", with: "."))
        if case .unfit = value { return .unfit(text) }
        return value
    }

    func isUnfit(_ text: String) -> Bool {
        if case .unfit = read(text) { true } else { false }
    }

    /// A number in its plain form.
    @inline(__always)
    func plainFloat(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        style.decimalSign == .point ? PlainNumber.float(text)?.value : nil
    }

    @inline(__always)
    func plainBool(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        style.trueWord == "false" || style.falseWord == "true" ? nil : PlainNumber.bool(text)
    }
}

import KirokuCore

/// The precision of the values of a column: the server would silently round more precise ones.
enum ColumnPrecision: Sendable, Hashable {
    /// This many digits after the decimal point.
    case decimals(Int)
    /// This many digits of fractional seconds.
    case secondDecimals(Int)
    /// Floating-point numbers of 32 bits.
    case single
}

extension ColumnPrecision {
    /// Why a column cannot hold a value exactly; `nil` if it can.
    func loss(of value: CellValue, _ text: String) -> String? {
        switch self {
        case .decimals(let count), .secondDecimals(let count):
            guard Self.decimals(of: text) > max(count, 0) else { return nil }
            return localized(
                "the field has {count} decimal", "the field has {count} decimals", count: max(count, 0))
        case .single:
            guard let number = Double(text), number.isFinite, Double("\(Float(number))") != number else { return nil }
            return localized("the field keeps only about seven digits")
        }
    }

    /// The digits after the decimal point, without trailing zeros.
    private static func decimals(of text: String) -> Int {
        guard let point = text.lastIndex(of: ".") else { return 0 }
        let digits = text[text.index(after: point)...].prefix { $0.isNumber }
        return digits.count - digits.reversed().prefix { $0 == "0" }.count
    }
}

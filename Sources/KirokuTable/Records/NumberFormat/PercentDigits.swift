/// Moves the point in the digits of a number, so that a percentage loses nothing to arithmetic.
package enum PercentDigits {
    /// A hundred times the number: "12.5" for "0.125".
    ///
    /// - Parameter plain: digits with a point, perhaps with a minus sign and an exponent.
    static func hundredfold(of plain: String) -> String {
        moved(plain, by: 2) { whole, decimals in
            let digits = whole + decimals.prefix(2) + String(repeating: "0", count: max(0, 2 - decimals.count))
            let zeros = digits.prefix { $0 == "0" }.count
            return (String(digits.dropFirst(min(zeros, digits.count - 1))), String(decimals.dropFirst(2)))
        }
    }

    /// A hundredth of the number, without zeros at the end of its decimals: "0.125" for "12.50".
    ///
    /// - Parameter plain: digits with a point, perhaps with a sign and an exponent.
    package static func hundredth(of plain: String) -> String {
        moved(plain, by: -2) { whole, decimals in
            let digits = String(repeating: "0", count: max(0, 3 - whole.count)) + whole
            let rest = (digits.suffix(2) + decimals).reversed().drop { $0 == "0" }.reversed()
            return (String(digits.dropLast(2)), String(rest))
        }
    }

    /// Moves the point of a number without an exponent, and adds to the exponent of others.
    private static func moved(
        _ plain: String, by exponent: Int, _ move: (_ whole: String, _ decimals: String) -> (String, String)
    ) -> String {
        let sign = plain.prefix { $0 == "-" || $0 == "+" }
        let parts = plain.dropFirst(sign.count).split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == "e" || $0 == "E"
        }
        if parts.count == 2, let written = Int(parts[1]) {
            let (sum, isOver) = written.addingReportingOverflow(exponent)
            return "\(sign)\(parts[0])e\(isOver ? written : sum)"
        }
        let digits = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let (whole, decimals) = move(String(digits[0]), digits.count == 2 ? String(digits[1]) : "")
        return "\(sign)\(whole)" + (decimals.isEmpty ? "" : "." + decimals)
    }
}

extension NumberFormat {
    /// The format as spreadsheets write it, in English signs: `#,##0.00" €"`; `nil` for numbers that are shown as
    /// typed.
    ///
    /// There is no code for thousands set apart before as many decimals as a number needs; such numbers are shown
    /// without separators. Nor is there one for percentages with as many decimals; they are shown with two.
    ///
    /// - Parameter type: the type of the field.
    func sheetCode(for type: FieldType) -> String? {
        guard self != .asTyped, type.showsNumbers else { return nil }
        let whole = groupsThousands ? "#,##0" : "0"
        let digits =
            places.map { $0 > 0 ? whole + "." + String(repeating: "0", count: $0) : whole }
            ?? (isPercent ? whole + ".00" : groupsThousands && type.holdsWholeNumbers ? whole : "General")
        if unit.isEmpty { return digits }
        let literal = isPercent ? Self.percent(unit) : Self.literal(unit)
        return unitPlace == .after ? digits + literal : literal + digits
    }

    /// A unit with a percent sign, which is in no quotation marks: the sheet multiplies by 100.
    private static func percent(_ unit: String) -> String {
        unit.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
            .map { literal(String($0)) }.joined(separator: "%")
    }

    /// A text in a format's code; a quotation mark cannot be in quotation marks itself.
    private static func literal(_ text: String) -> String {
        text.split(separator: "\"", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "\"\($0)\"" }.joined(separator: "\\\"")
    }
}

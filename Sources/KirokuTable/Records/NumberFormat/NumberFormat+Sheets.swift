extension NumberFormat {
    /// The format as spreadsheets write it, in English signs: `#,##0.00" €"`; `nil` for numbers that are shown as
    /// typed.
    ///
    /// There is no code for thousands separators with as many decimals as a number needs; such numbers are shown
    /// without separators. Nor is there one for percentages with as many decimals as needed; they are shown with two.
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

    /// A unit with an unquoted percent sign, which makes the sheet multiply by 100.
    private static func percent(_ unit: String) -> String {
        unit.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
            .map { literal(String($0)) }.joined(separator: "%")
    }

    /// A text in a format's code; a quotation mark cannot be in quotation marks itself.
    private static func literal(_ text: String) -> String {
        text.split(separator: "\"", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "\"\($0)\"" }.joined(separator: "\\\"")
    }

    /// The format of a spreadsheet's code, such as `#,##0.00" €"` or `[$$-409]0.0`.
    ///
    /// `nil` for days, times, fractions and other forms that a field does not have.
    package init?(sheetCode code: String) {
        guard let parts = SheetCode(code), let digits = SheetDigits(parts.digits) else { return nil }
        let (before, after) = (parts.before, parts.after)
        guard before.isEmpty || after.isEmpty else { return nil }
        self.init(
            places: digits.places, groupsThousands: digits.areGrouped, unit: before + after,
            unitPlace: before.isEmpty ? .after : .before, isPercent: parts.isPercent)
    }

    /// The code for a number with this many decimals, in English signs: `0.00`.
    static func sheetCode(places: Int) -> String { "0." + String(repeating: "0", count: places) }
}

/// The parsed first part of a format's code, which is for positive numbers.
private struct SheetCode {
    private(set) var before = ""
    private(set) var after = ""
    private(set) var digits = ""
    private(set) var isPercent = false

    init?(_ code: String) {
        var rest = Substring(code)
        var isBehind = false
        while let character = rest.popFirst(), character != ";" {
            var literal: String?
            switch character {
            case "\"":
                guard let end = rest.firstIndex(of: "\"") else { return nil }
                literal = String(rest[..<end])
                rest = rest[rest.index(after: end)...]
            case "[":
                guard let end = rest.firstIndex(of: "]") else { return nil }
                // A currency is [$€-407]; anything else is a colour or a condition.
                if rest.first == "$" { literal = String(rest[..<end].dropFirst().prefix { $0 != "-" }) }
                rest = rest[rest.index(after: end)...]
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                literal = String(next)
            case "_", "*": _ = rest.popFirst()
            case "#", "0", ",", ".": digits.append(character)
            case "G" where rest.hasPrefix("eneral"):
                digits += "General"
                rest = rest.dropFirst(6)
            case "%":
                isPercent = true
                literal = "%"
            case " ", "\u{a0}", "-", "+": literal = String(character)
            default:
                guard character.isCurrencySymbol else { return nil }
                literal = String(character)
            }
            if let literal {
                isBehind = !digits.isEmpty
                if isBehind { after += literal } else { before += literal }
            } else if isBehind, "#0,.G".contains(character) {
                return nil
            }
        }
    }
}

/// The digits of a format's code: `#,##0.00`, or `#.##0,00` where a comma precedes decimals.
private struct SheetDigits {
    let areGrouped: Bool
    /// `nil` for as many as a number needs.
    let places: Int?

    init?(_ code: String) {
        if code == "General" {
            (areGrouped, places) = (false, nil)
            return
        }
        var rest = code[...]
        let sign = ["#,##", "#.##"].first { rest.hasPrefix($0) }?.dropFirst().first
        if sign != nil { rest = rest.dropFirst(4) }
        guard rest.popFirst() == "0" else { return nil }
        areGrouped = sign != nil
        guard let decimal = rest.popFirst() else {
            places = 0
            return
        }
        guard decimal == "." || decimal == ",", decimal != sign, !rest.isEmpty, rest.allSatisfy({ $0 == "0" }) else {
            return nil
        }
        places = rest.count
    }
}

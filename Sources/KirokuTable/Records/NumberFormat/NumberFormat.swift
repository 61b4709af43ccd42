/// How the numbers of a field are shown; the values stay as they are.
///
/// ```swift
/// let euros = NumberFormat(places: 2, groupsThousands: true, unit: " €")
/// euros.text(1_234.5)  // "1,234.50 €", with the signs of the user's language
/// ```
public struct NumberFormat: Sendable, Hashable {
    /// The position of the unit, in the order of menus.
    public enum UnitPlace: String, Sendable, Hashable, CaseIterable {
        /// After the digits: "5 kg".
        case after
        /// Before the digits, and after a minus sign: "-$5".
        case before
    }

    /// The number of decimal places, from 0; `nil` for as many as the number needs.
    public let places: Int?
    /// Whether thousands are set apart: "1,234".
    public let groupsThousands: Bool
    /// A unit or the sign of a currency, with the blanks that set it apart from the digits; may be empty.
    ///
    /// With ``isPercent``, it has a percent sign.
    public let unit: String
    /// The position of the unit; ``UnitPlace/after`` if there is none.
    public let unitPlace: UnitPlace
    /// Whether numbers are shown in hundredths: 0.05 as "5%".
    public let isPercent: Bool

    /// The greatest number of decimal places: a Double has no more significant digits.
    public static let mostPlaces = 15
    /// The greatest number of characters of a unit, in Unicode scalars.
    public static let unitLimit = 16

    /// The form in which people type numbers: no more digits than necessary, and nothing else.
    public static let asTyped = NumberFormat()

    /// Creates a format, and clamps values to their limits.
    ///
    /// - Parameters:
    ///   - places: the number of decimal places, up to ``mostPlaces``.
    ///   - groupsThousands: whether thousands are set apart.
    ///   - unit: one line of up to ``unitLimit`` characters; other characters are left out, and a unit of only blanks
    ///     is dropped.
    ///   - unitPlace: the position of the unit.
    ///   - isPercent: whether numbers are shown in hundredths; a unit without a percent sign then becomes that sign.
    public init(
        places: Int? = nil, groupsThousands: Bool = false, unit: String = "", unitPlace: UnitPlace = .after,
        isPercent: Bool = false
    ) {
        self.places = places.map { min(max($0, 0), Self.mostPlaces) }
        self.groupsThousands = groupsThousands
        let unit = Self.usable(unit)
        self.unit = isPercent && !unit.contains("%") ? "%" : unit
        self.isPercent = isPercent
        self.unitPlace = self.unit.isEmpty ? .after : unitPlace
    }

    /// The format with another number of decimal places.
    public func with(places: Int?) -> NumberFormat {
        NumberFormat(
            places: places, groupsThousands: groupsThousands, unit: unit, unitPlace: unitPlace, isPercent: isPercent)
    }

    /// The unit without line ends, control characters and directional marks, which do not belong in a cell.
    private static func usable(_ unit: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in unit.unicodeScalars where kept.count < unitLimit {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: continue
            default: kept.append(scalar)
            }
        }
        let text = String(kept)
        return text.allSatisfy(\.isWhitespace) ? "" : text
    }
}

/// Where signs beyond ASCII occur in texts: a currency beside a number, a degree after one, a fraction not in a word.
///
/// A sign in its place counts as a letter does; elsewhere the bytes are probably letters of another encoding.
enum SignPlace {
    /// How plausible a sign is in its place, from 0 to 1.
    static func plausibility(of sign: Unicode.Scalar, at place: Int, in text: [Unicode.Scalar]) -> Double {
        func scalar(_ place: Int) -> Unicode.Scalar { text.indices.contains(place) ? text[place] : "\n" }
        let (before, after) = (scalar(place - 1), scalar(place + 1))
        let followsLetter = before.properties.isAlphabetic
        let precedesLetter = after.properties.isAlphabetic
        if ("\u{80}"..."\u{9f}").contains(sign) { return 0 }
        let isAlone = ![before, after].contains { $0.properties.isAlphabetic || isDigit($0) }
        let isInPlace =
            switch sign {
            case "’", "‘", "\u{a0}", "\u{ad}", "·", "–", "—": true
            case "´": !precedesLetter || followsLetter
            case "£", "€", "¥", "¢", "¤":
                !followsLetter && !precedesLetter
                    && [before, after, scalar(place - 2), scalar(place + 2)].contains(where: isDigit)
            case "•": after == " "
            case "°": (!followsLetter || before == "N" || before == "n") && !after.properties.isLowercase
            case "µ": !followsLetter
            case "¿", "¡": !followsLetter && !isDigit(before) && scalar(place + 2).properties.isAlphabetic
            case "ª", "º": (followsLetter || isDigit(before)) && !precedesLetter
            case "¹", "²", "³": !precedesLetter && (!followsLetter || isUnit(before: place, in: text))
            case "¼", "½", "¾": !followsLetter
            case "“", "„", "‚": !followsLetter && !isDigit(before)
            case "”": !precedesLetter
            case "«": !followsLetter
            case "»": !precedesLetter
            default: !isAlone && (!followsLetter || !precedesLetter)
            }
        return isInPlace ? 1 : isAlone ? 0.5 : 0
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Whether the letters before a place are a unit or the name of a variable, which may have an exponent.
    private static func isUnit(before place: Int, in text: [Unicode.Scalar]) -> Bool {
        let letters = text[..<place].reversed().prefix(4).prefix { $0.properties.isAlphabetic }
        let word = String(String.UnicodeScalarView(letters.reversed()))
        return letters.count == 1 || ["mm", "cm", "dm", "km", "µm", "nm", "in", "ft", "yd", "mi"].contains(word)
    }
}

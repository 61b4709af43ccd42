/// Full-width Latin characters and half-width kana, and their usual forms.
enum CharacterWidth {
    /// From U+FF61 `｡` to U+FF9F `ﾟ`.
    private static let wideKana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜".unicodeScalars)
    /// From U+FFE0 `￠` to U+FFE6 `￦`.
    private static let narrowSigns = Array("¢£¬¯¦¥₩".unicodeScalars)
    /// Katakana that can be voiced; the voiced character is the next one, and in the ハ row the half-voiced one follows
    /// that.
    private static let voiceable = Set("カキクケコサシスセソタチツテトハヒフヘホ".unicodeScalars)
    private static let halfVoiceable = Set("ハヒフヘホ".unicodeScalars)
    private static let hiraganaOffset: UInt32 = 0x60

    /// The character of the usual width: narrow for Latin, wide for kana.
    static func usual(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x3000: " "
        case 0xff01...0xff5e: Unicode.Scalar(scalar.value - 0xfee0) ?? scalar
        case 0xff61...0xff9f: wideKana[Int(scalar.value - 0xff61)]
        case 0xffe0...0xffe6: narrowSigns[Int(scalar.value - 0xffe0)]
        default: scalar
        }
    }

    /// The one character for a kana and the sound mark after it, of its own or combining; `nil` if there is none.
    static func voiced(_ base: Unicode.Scalar, by mark: Unicode.Scalar) -> Unicode.Scalar? {
        let isHalf: Bool
        switch mark.value {
        case 0x309b, 0x3099: isHalf = false
        case 0x309c, 0x309a: isHalf = true
        default: return nil
        }
        let isHiragana = (0x3041...0x3096).contains(base.value)
        let katakana = isHiragana ? Unicode.Scalar(base.value + hiraganaOffset) ?? base : base
        if isHalf { return halfVoiceable.contains(katakana) ? Unicode.Scalar(base.value + 2) : nil }
        if voiceable.contains(katakana) { return Unicode.Scalar(base.value + 1) }
        switch base {
        case "ウ": return "ヴ"
        case "う": return "ゔ"
        case "ワ": return "ヷ"
        case "ヲ": return "ヺ"
        default: return nil
        }
    }
}

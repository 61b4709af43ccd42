/// Guesses the encoding of a text that is not Unicode by how plausible its characters are in each encoding.
///
/// In East Asian encodings, the most frequent characters have adjacent codes: hiragana, or the first level of the
/// Chinese characters. They come in runs; a single one after a Latin letter does not count ("Alzheimer\u{92}s" is not
/// Japanese). In single-byte encodings, the letters beyond ASCII belong to one language, and occur where letters do.
enum EncodingLikelihood {
    /// How many bytes to examine, in lines with bytes beyond ASCII; a long line counts only up to this distance from
    /// its first such byte.
    private static let sampleSize = 1 << 16

    /// The likely encodings, most likely first.
    static func encodings(of text: [UInt8]) -> [TextEncoding] {
        let sample = sample(of: text)
        let hasLowHighBytes = sample.contains { (0x80...0x9f).contains($0) }
        let western: TextEncoding = hasLowHighBytes ? .windows1252 : .latin1
        let scores =
            [western, .windows1250, .windows1251].map { ($0, LetterScore.of(sample, in: $0)) }
            + [.shiftJIS, .eucJP, .gb18030, .big5, .eucKR].map { ($0, SignScore.of(sample, in: $0)) }
        // Equal scores keep the order above.
        return scores.enumerated().filter { $0.element.1 > 0 }
            .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0) + [western]
    }

    /// The first lines with bytes beyond ASCII.
    private static func sample(of text: [UInt8]) -> [UInt8] {
        var sample: [UInt8] = []
        var end = 0
        while sample.count < sampleSize, let high = text[end...].firstIndex(where: { $0 >= 0x80 }) {
            let begin = max(end, high - sampleSize)
            let start = text[begin..<high].lastIndex(of: ASCII.lineFeed) ?? begin
            let limit = min(high + sampleSize, text.count)
            // No encoding uses a byte below "0" as part of a character.
            end =
                text[high..<limit].firstIndex(of: ASCII.lineFeed)
                ?? text[limit...].firstIndex { $0 < UInt8(ascii: "0") } ?? text.count
            sample += text[start..<end]
        }
        return sample
    }
}

/// How plausible the letters and signs of a single-byte encoding are.
private enum LetterScore {
    static func of(_ sample: [UInt8], in encoding: TextEncoding) -> Double {
        guard let decoded = try? encoding.decode(sample) else { return 0 }
        let scalars = Array(String(decoding: decoded, as: UTF8.self).unicodeScalars)
        let isCyrillic = encoding == .windows1251
        var letters: [Unicode.Scalar: Int] = [:]
        var signs = 0
        var total = 0
        for (place, scalar) in scalars.enumerated() where !scalar.isASCII {
            total += 1
            let (before, after) = (
                place > 0 ? scalars[place - 1] : " ", place + 1 < scalars.count ? scalars[place + 1] : " "
            )
            if scalar.properties.isAlphabetic, scalar != "ª", scalar != "º" {
                let isAtHome = isCyrillic ? isCyrillicWord(scalar, before, after) : isLatinWord(scalars, place)
                let isCapitalInside = scalar.properties.isUppercase && before.properties.isLowercase
                if isAtHome, !isCapitalInside {
                    letters[scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar, default: 0] += 1
                }
            } else if isSign(scalar, before, after) {
                signs += 1
            }
        }
        let best =
            alphabets(of: encoding).map { alphabet, weight in
                weight * Double(letters.reduce(0) { $0 + (alphabet.contains($1.key) ? $1.value : 0) })
            }.max() ?? 0
        return total == 0 ? 0 : (best + 0.8 * Double(signs)) / Double(total)
    }

    /// Latin letters beyond ASCII come singly or in pairs, and pairs only beside other letters.
    private static func isLatinWord(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        func isFar(_ place: Int) -> Bool {
            scalars.indices.contains(place) && !scalars[place].isASCII && scalars[place].properties.isAlphabetic
        }
        func isNear(_ place: Int) -> Bool {
            scalars.indices.contains(place) && scalars[place].isASCII && scalars[place].properties.isAlphabetic
        }
        guard isFar(place - 1) || isFar(place + 1) else { return true }
        if isFar(place - 1), isFar(place + 1) || isFar(place - 2) { return false }
        if isFar(place + 1), isFar(place + 2) { return false }
        return isFar(place - 1) ? isNear(place - 2) || isNear(place + 1) : isNear(place - 1) || isNear(place + 2)
    }

    /// Words do not mix Cyrillic and Latin letters, and few single Cyrillic letters are words.
    private static func isCyrillicWord(
        _ letter: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar
    ) -> Bool {
        let letters = [before, after].filter(\.properties.isAlphabetic)
        return letters.isEmpty
            ? "авикосуяіїйєАВИКОСУЯІЇЙЄ".unicodeScalars.contains(letter) : !letters.contains(where: \.isASCII)
    }

    /// Whether a sign is in a plausible place: not between two letters, except apostrophes, hyphens and blanks.
    private static func isSign(_ sign: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        if sign.value < 0xa0 { return false }
        if "’‘\u{a0}\u{ad}·–—".unicodeScalars.contains(sign) { return true }
        return !(before.properties.isAlphabetic && after.properties.isAlphabetic)
    }

    /// The letters beyond ASCII of several languages, each with a weight; all languages together are less likely than
    /// one.
    private static func alphabets(of encoding: TextEncoding) -> [(Set<Unicode.Scalar>, Double)] {
        let languages =
            switch encoding {
            case .windows1251:
                [
                    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
                    "абвгдђежзијклљмнњопрстћуфхцчџш", "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
                ]
            case .windows1250:
                [
                    "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ", "ëçäöüß",
                ]
            default:
                [
                    "àâæçéèêëîïôœùûüÿ", "äöüßé", "áéíóúüñ", "áâãàçéêíóôõúü", "àèéìíòóùúî", "åäöæøéü", "áðéíóúýþæö",
                    "éëïóöü", "àçèéíïòóúü", "äöõüšž",
                ]
            }
        let alphabets = languages.map { Set($0.unicodeScalars) }
        let all = alphabets.reduce(into: Set<Unicode.Scalar>()) { $0.formUnion($1) }
        return alphabets.map { ($0, 1) } + [(all, encoding == .windows1251 ? 1 : encoding == .windows1250 ? 0.6 : 0.85)]
    }
}

/// How plausible the characters of a multibyte encoding are.
private enum SignScore {
    static func of(_ sample: [UInt8], in encoding: TextEncoding) -> Double {
        guard (try? encoding.decode(sample)) != nil else { return 0 }
        var (sum, total) = (0.0, 0)
        var run: [Double] = []
        var runFollowsLetter = false
        // One byte each, as half-width katakana are.
        var runIsNarrow = true
        var place = 0
        func endRun(before next: UInt8) {
            let isAlone = run.count == 1 && (runFollowsLetter || ASCII.isLetter(next))
            let isWithinWord = runIsNarrow && runFollowsLetter && ASCII.isLetter(next)
            if !isAlone, !isWithinWord { sum += run.reduce(0, +) }
            total += run.count
            (run, runIsNarrow) = ([], true)
        }
        while place < sample.count {
            let byte = sample[place]
            guard byte >= 0x80 else {
                if !run.isEmpty { endRun(before: byte) }
                runFollowsLetter = ASCII.isLetter(byte)
                place += 1
                continue
            }
            let trail = place + 1 < sample.count ? sample[place + 1] : 0
            let (size, weight) = sign(byte, trail, encoding)
            run.append(weight)
            if size > 1 { runIsNarrow = false }
            place += size
        }
        endRun(before: 0)
        return total == 0 ? 0 : sum / Double(total)
    }

    /// How many bytes a character has, and how common it is.
    private static func sign(_ lead: UInt8, _ trail: UInt8, _ encoding: TextEncoding) -> (size: Int, weight: Double) {
        switch encoding {
        case .shiftJIS:
            if (0xa1...0xdf).contains(lead) {
                // Half-width katakana come in runs.
                let isRun = (0xa1...0xdf).contains(trail)
                return (1, isRun ? 0.7 : 0.5)
            }
            return (2, jisWeight(lead, trail))
        case .eucJP:
            switch lead {
            case 0x8e: return (2, 0.6)
            case 0x8f: return (3, 0.2)
            case 0xa4, 0xa5: return (2, 1)
            case 0xa1...0xa3: return (2, 0.7)
            case 0xb0...0xcf: return (2, 0.93)
            default: return (2, 0.3)
            }
        case .eucKR:
            switch lead {
            case 0xb0...0xc8: return (2, trail >= 0xa1 ? 0.97 : 0.2)
            case 0xa1...0xa3: return (2, 0.7)
            default: return (2, 0.2)
            }
        case .big5:
            switch lead {
            case 0xa4...0xc6: return (2, 0.9)
            case 0xa1...0xa3: return (2, 0.7)
            default: return (2, 0.3)
            }
        default:
            if (0x30...0x39).contains(trail) { return (4, 0.1) }
            switch lead {
            case 0xb0...0xd7: return (2, trail >= 0xa1 ? 0.91 : 0.2)
            case 0xa1...0xa3: return (2, trail >= 0xa1 ? 0.7 : 0.2)
            default: return (2, 0.25)
            }
        }
    }

    private static func jisWeight(_ lead: UInt8, _ trail: UInt8) -> Double {
        switch (lead, trail) {
        case (0x82, 0x9f...0xf1), (0x83, 0x40...0x96): 1
        case (0x81, _), (0x82, _): 0.7
        case (0x88, 0x9f...), (0x89...0x97, _): 0.93
        case (0x98...0x9f, _), (0xe0...0xea, _): 0.3
        case (0x83, _), (0x87, _): 0.5
        case (0xfa...0xfc, _): 0.4
        default: 0.1
        }
    }
}

/// How plausible the letters and signs of a single-byte encoding are.
///
/// Text of Mac OS mostly ends its lines with CR; with LF, its letters count a little less.
enum LetterScore {
    static func of(_ sample: [UInt8], in encoding: TextEncoding) -> Double {
        guard let decoded = try? encoding.decode(sample) else { return 0 }
        let scalars = Array(String(decoding: decoded, as: UTF8.self).unicodeScalars)
        let isCyrillic = encoding == .windows1251
        var letters: [Unicode.Scalar: Double] = [:]
        var (signs, total) = (0.0, 0)
        for (place, scalar) in scalars.enumerated() where !scalar.isASCII {
            total += 1
            let (before, after) = (
                place > 0 ? scalars[place - 1] : " ", place + 1 < scalars.count ? scalars[place + 1] : " "
            )
            if scalar.properties.isAlphabetic, !"ªºµ".unicodeScalars.contains(scalar) {
                let isAtHome = isCyrillic ? isCyrillicWord(scalar, before, after) : isLatinWord(scalars, place)
                if isAtHome, !isCapitalInside(scalar, before, after) {
                    let letter = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
                    letters[letter, default: 0] += isSingle(before, after) ? 0.5 : 1
                }
            } else {
                signs += SignPlace.plausibility(of: scalar, at: place, in: scalars)
            }
        }
        let best =
            alphabets(of: encoding).map { alphabet, weight in
                weight * letters.reduce(0) { $0 + (alphabet.contains($1.key) ? $1.value : 0) }
            }.max() ?? 0
        let lineEnds: Double = encoding == .macRoman && sample.contains(ASCII.lineFeed) ? 0.95 : 1
        return total == 0 ? 0 : lineEnds * (best + signs) / Double(total)
    }

    /// A letter that forms a word alone proves little.
    private static func isSingle(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        !before.properties.isAlphabetic && !after.properties.isAlphabetic
    }

    private static func isCapitalInside(
        _ letter: Unicode.Scalar, _ before: Unicode.Scalar, _ after: Unicode.Scalar
    ) -> Bool {
        letter.properties.isUppercase
            && (before.properties.isLowercase || before.properties.isAlphabetic && after.properties.isLowercase)
    }

    /// Latin letters beyond ASCII come singly or in pairs, and pairs only beside other letters.
    private static func isLatinWord(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        func isFar(_ place: Int) -> Bool {
            scalars.indices.contains(place) && !scalars[place].isASCII && scalars[place].properties.isAlphabetic
        }
        func isNear(_ place: Int) -> Bool {
            scalars.indices.contains(place) && scalars[place].isASCII && scalars[place].properties.isAlphabetic
        }
        func isDigit(_ place: Int) -> Bool {
            scalars.indices.contains(place) && ("0"..."9").contains(scalars[place])
        }
        guard isFar(place - 1) || isFar(place + 1) else {
            return isNear(place - 1) || isNear(place + 1) || !isDigit(place - 1) && !isDigit(place + 1)
        }
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
            ? "авикосуяіїйєАВИКОСУЯІЇЙЄ".unicodeScalars.contains(letter)
                && ![before, after].contains { ("0"..."9").contains($0) }
            : !letters.contains(where: \.isASCII)
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

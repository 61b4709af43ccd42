/// What pictures are called in a document.
public enum PictureName {
    /// Longer names say no more, and make cells hard to read.
    private static let mostCharacters = 80

    /// A name that can stand in a cell and in a line of text, made from a file's name.
    public static func readable(_ name: String) -> String {
        let kept = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f && $0 != "/" && $0 != "\u{2028}" }
        let text = String(String.UnicodeScalarView(kept)).trimmingSpaces
        let (stem, suffix) = parts(of: text)
        let short = stem.prefix(mostCharacters) + suffix
        return short.isEmpty ? "picture" : String(short)
    }

    /// The name, or the name with the least number that makes it one that is not taken: "Kyoto 2.jpg".
    static func unique(_ name: String, isTaken: (String) throws(StorageError) -> Bool) throws(StorageError) -> String {
        let name = readable(name)
        let (stem, suffix) = parts(of: name)
        var candidate = name
        var number = 2
        while try isTaken(candidate) {
            candidate = "\(stem) \(number)\(suffix)"
            number += 1
        }
        return candidate
    }

    /// The name without its suffix, and the suffix with its dot, if it is as short as suffixes are.
    private static func parts(of name: String) -> (stem: Substring, suffix: Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name[dot...].count <= 6 else {
            return (name[...], "")
        }
        return (name[..<dot], name[dot...])
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

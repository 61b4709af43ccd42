/// Splits HTML or XML into tags and text, however malformed it is.
///
/// Every byte is read once and nothing nests, so hostile input costs no more than its length.
struct MarkupScanner {
    enum Token {
        /// Text with its entities resolved.
        case text(String)
        case start(Tag)
        /// The end of an element, by its name in lower case.
        case end(String)
    }

    struct Tag {
        /// In lower case.
        let name: String
        /// By name in lower case; the first attribute of each name counts.
        let attributes: [String: String]
        /// Whether the tag closes itself, as in `<br/>`.
        let isEmpty: Bool
    }

    private let bytes: [UInt8]
    private var place = 0
    /// The name of an element that ended with its start tag, whose end is still to be reported.
    private var endToCome: String?
    /// The elements whose content is not markup.
    private static let raw: Set<String> = ["script", "style"]

    /// - Parameter bytes: in UTF-8; invalid bytes are replaced.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next token; `nil` at the end.
    mutating func next() -> Token? {
        if let name = endToCome {
            endToCome = nil
            return .end(name)
        }
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else { return text() }
            if has("<!--") {
                skip(beyond: "-->")
            } else if has("<![CDATA[") {
                place += 9
                let start = place
                skip(beyond: "]]>")
                let end = place > bytes.count - 1 && !bytes.suffix(3).elementsEqual("]]>".utf8) ? place : place - 3
                return .text(String(decoding: bytes[start..<max(start, end)], as: UTF8.self))
            } else if let tag = tag() {
                return tag
            }
        }
        return nil
    }

    /// A tag, or a `<` that does not begin one; `nil` for declarations, which are skipped.
    private mutating func tag() -> Token? {
        let isEnd = byte(1) == UInt8(ascii: "/")
        let start = place + (isEnd ? 2 : 1)
        guard start < bytes.count, Self.isLetter(bytes[start]) else {
            if let next = byte(1), "!?/".utf8.contains(next) {
                skip(beyond: ">")
                return nil
            }
            place += 1
            return .text("<")
        }
        place = start
        let name = word { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }.lowercased()
        let (attributes, isEmpty) = self.attributes()
        if isEnd { return .end(name) }
        if isEmpty { endToCome = name }
        if Self.raw.contains(name), !isEmpty { skipRaw(name) }
        return .start(Tag(name: name, attributes: attributes, isEmpty: isEmpty))
    }

    private mutating func attributes() -> (values: [String: String], isEmpty: Bool) {
        var values: [String: String] = [:]
        var isEmpty = false
        while let next = byte(0), next != UInt8(ascii: ">") {
            if Self.isSpace(next) || next == UInt8(ascii: "/") {
                isEmpty = next == UInt8(ascii: "/")
                place += 1
                continue
            }
            isEmpty = false
            let name = word { !Self.isSpace($0) && !"=>/".utf8.contains($0) }.lowercased()
            skipSpaces()
            var value = ""
            if byte(0) == UInt8(ascii: "=") {
                place += 1
                skipSpaces()
                value = attributeValue()
            } else if name.isEmpty {
                place += 1
            }
            if values[name] == nil { values[name] = value }
        }
        place += 1
        return (values, isEmpty)
    }

    private mutating func attributeValue() -> String {
        guard let quote = byte(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return Self.resolved(word { !Self.isSpace($0) && $0 != UInt8(ascii: ">") })
        }
        place += 1
        let value = word { $0 != quote }
        place += 1
        return Self.resolved(value)
    }

    private mutating func text() -> Token {
        .text(Self.resolved(word { $0 != UInt8(ascii: "<") }))
    }

    // MARK: Bytes

    private func byte(_ offset: Int) -> UInt8? {
        place + offset < bytes.count ? bytes[place + offset] : nil
    }

    private func has(_ mark: String) -> Bool {
        bytes[place...].prefix(mark.utf8.count).elementsEqual(mark.utf8)
    }

    private mutating func word(while belongs: (UInt8) -> Bool) -> String {
        let start = place
        while place < bytes.count, belongs(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func skipSpaces() {
        while let next = byte(0), Self.isSpace(next) { place += 1 }
    }

    private mutating func skip(beyond mark: String) {
        while place < bytes.count, !has(mark) { place += 1 }
        place = min(place + mark.utf8.count, bytes.count)
    }

    private mutating func skipRaw(_ name: String) {
        let end = "</" + name
        while place < bytes.count {
            let beginning = bytes[place...].prefix(end.utf8.count)
            if String(decoding: beginning, as: UTF8.self).lowercased() == end { return }
            place += 1
            while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

    // MARK: Entities

    private static func resolved(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            let name = rest.dropFirst().prefix(longestEntity).prefix { $0 != ";" && $0 != "&" && !$0.isWhitespace }
            let isWhole = name.endIndex < rest.endIndex && rest[name.endIndex] == ";"
            if isWhole, let character = character(named: name) {
                result.append(character)
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static let longestEntity = 12

    private static func character(named name: Substring) -> Character? {
        guard name.first == "#" else { return entities[String(name)] }
        let digits = name.dropFirst()
        let code = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }

    /// Programs that copy tables write all other characters as they are.
    private static let entities: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "euro": "€", "pound": "£",
        "yen": "¥", "cent": "¢", "sect": "§", "deg": "°", "plusmn": "±", "times": "×", "divide": "÷", "minus": "−",
        "ndash": "–", "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™",
        "ensp": " ", "emsp": " ", "thinsp": " ", "shy": "\u{ad}",
    ]
}

/// The form of a file that is not separated text, detected from its beginning.
enum ListForm: Sendable, Hashable {
    case json
    /// JSON by the name of its file, with an object on each line, even if there is only one.
    case jsonLines
    case binaryPropertyList
    /// A property list in XML, other XML, or HTML, depending on its first element.
    case markup

    /// Detects the form; `nil` for separated text, such as one with a header line that begins with `<name>` or `[id]`.
    ///
    /// - Parameters:
    ///   - start: the first bytes, in an encoding that includes ASCII.
    ///   - isWhole: whether these are all bytes.
    ///   - fileExtension: the extension of the file's name, which settles the form of malformed bytes.
    init?(of start: [UInt8], isWhole: Bool, fileExtension: String?) {
        if start.starts(with: BinaryPropertyList.mark) {
            self = .binaryPropertyList
            return
        }
        let mark = start.starts(with: TextEncoding.Mark.utf8) ? TextEncoding.Mark.utf8.count : 0
        let fileExtension = fileExtension?.lowercased()
        switch start[mark...].first(where: { !Self.isBlank($0) }) {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if fileExtension == "jsonl" || fileExtension == "ndjson" {
                self = .jsonLines
                return
            }
            guard fileExtension == "json" || Self.isJSON(start, isWhole: isWhole) else { return nil }
            self = .json
        case ASCII.less:
            let isNamed = ["plist", "xml", "html", "htm"].contains(fileExtension)
            var markup = MarkupStart(start[mark...])
            guard isNamed || markup.isMarkup(isWhole: isWhole) else { return nil }
            self = .markup
        default: return nil
        }
    }

    /// Whether a text that begins with these bytes may be something other than separated text.
    static func mayBegin(with start: [UInt8]) -> Bool {
        guard let first = start.first(where: { !isBlank($0) }) else { return true }
        // A byte order mark, or a character with which one of the forms begins.
        return first >= 0x80 || "[{<b".utf8.contains(first)
    }

    /// How many bytes of a file to examine.
    static let sampleSize = TextHead.sampleSize

    /// Whether it is JSON in any form.
    var isJSON: Bool { self == .json || self == .jsonLines }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    /// Whether the text, or complete records at its beginning, can be read as JSON.
    private static func isJSON(_ start: [UInt8], isWhole: Bool) -> Bool {
        var list = JSONList(ByteScanner(.memory(start)))
        var records = ListedRecords(SeparatedText.ReadingOptions(header: .absent), mayHaveHeader: false)
        do throws(ListFault) {
            try list.read(into: &records) { _ in false }
            return true
        } catch {
            // What follows an object that stands alone shows whether there are lines of objects.
            let isLines = start.first { !isBlank($0) } == UInt8(ascii: "{")
            if case .invalid = error {
                return records.recordCount > (isLines ? 1 : 0) || !isWhole && list.isAtEnd
            }
            return true
        }
    }
}

/// Tells whether a text that begins with "<" is markup: its tags match, and nothing follows the first element.
private struct MarkupStart {
    private let text: ArraySlice<UInt8>
    private var place: Int
    private var open: [ArraySlice<UInt8>] = []

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        place = text.startIndex
    }

    mutating func isMarkup(isWhole: Bool) -> Bool {
        skipBlanks()
        let start = String(decoding: text[place...].prefix(20), as: UTF8.self).lowercased()
        if ["<?xml ", "<!doctype ", "<plist>", "<plist ", "<html>", "<html "].contains(where: start.hasPrefix) {
            return true
        }
        var isMatched = false
        while let next = text[place...].firstIndex(of: ASCII.less) {
            place = next + 1
            guard place < text.endIndex else { break }
            switch text[place] {
            case UInt8(ascii: "!"), UInt8(ascii: "?"): guard passTag() else { return !isWhole && isMatched }
            case UInt8(ascii: "/"):
                place += 1
                let name = name
                guard passTag() else { return !isWhole && isMatched }
                guard let last = open.popLast(), last == name else { return false }
                isMatched = true
            case let byte:
                guard ASCII.isLetter(byte) || byte == UInt8(ascii: "_") else { return false }
                let name = name
                guard passTag() else { return !isWhole && isMatched }
                if text[place - 2] == UInt8(ascii: "/") { isMatched = true } else { open.append(name) }
            }
            if open.isEmpty, isMatched {
                skipBlanks()
                return place == text.endIndex || text[place...].starts(with: "<!--".utf8)
            }
        }
        return !isWhole && isMatched
    }

    /// The name that begins here, up to a blank or the end of the tag.
    private var name: ArraySlice<UInt8> {
        text[place...].prefix { $0 > 0x20 && $0 != ASCII.greater && $0 != UInt8(ascii: "/") }
    }

    private mutating func passTag() -> Bool {
        guard let end = text[place...].firstIndex(of: ASCII.greater) else { return false }
        place = end + 1
        return true
    }

    private mutating func skipBlanks() {
        while place < text.endIndex, ListForm.isBlank(text[place]) { place += 1 }
    }
}

/// Reads records from an XML property list: an array of arrays, or of dictionaries.
///
/// It supports only the XML that property lists use; entities defined in the file are rejected.
struct XMLPropertyList: ~Copyable {
    private enum Tag {
        case start(Element, isEmpty: Bool)
        case end(Element)
    }

    private enum Element: String {
        case plist, array, dict, key, string, integer, real, `true`, `false`, date, data
    }

    private var bytes: ByteScanner
    private var text = TextBuffer()
    /// The name of an element that property lists do not have, if there was one.
    private var strangeName: String?
    private var isDeclaredHTML = false

    init(_ bytes: consuming ByteScanner) {
        self.bytes = bytes
    }

    var offset: Int { bytes.offset }
    var isStopped: Bool { bytes.isStopped }

    /// Adds the records until `isEnough` returns true for the number of bytes passed.
    mutating func read(
        into records: inout ListedRecords, until isEnough: (Int) -> Bool
    ) throws(ListFault) {
        bytes.skipMark()
        try readRoot()
        guard case .start(.array, let isEmpty) = try nextTag() else { throw .noTable(.propertyList) }
        var isOpen = !isEmpty
        var hasNames: Bool?
        while isOpen {
            switch try nextTag() {
            case .start(.array, let isEmpty) where hasNames != true:
                hasNames = false
                if !isEmpty { try readArray(into: &records) }
                try records.end()
            case .start(.dict, let isEmpty) where hasNames != false:
                hasNames = true
                if !isEmpty { try readDictionary(into: &records) }
                try records.end()
            case .end(.array): isOpen = false
            case .start: throw .noTable(.propertyList)
            case .end: throw .invalid
            }
            if isOpen, isEnough(bytes.offset) { return }
        }
        guard case .end(.plist) = try nextTag() else { throw .invalid }
        while bytes.skipBlanks() != nil { try passComment() }
    }

    private mutating func readRoot() throws(ListFault) {
        let root: Tag
        do throws(ListFault) {
            root = try nextTag()
        } catch {
            guard case .noTable = error else { throw error }
            throw .noTable(isDeclaredHTML || strangeName?.lowercased() == "html" ? .html : .xml)
        }
        guard case .start(.plist, false) = root else { throw .noTable(.xml) }
    }

    // MARK: Records

    private mutating func readArray(into records: inout ListedRecords) throws(ListFault) {
        while true {
            switch try nextTag() {
            case .start(let element, let isEmpty): try readValue(element, isEmpty, into: &records, at: nil)
            case .end(.array): return
            case .end: throw .invalid
            }
        }
    }

    private mutating func readDictionary(into records: inout ListedRecords) throws(ListFault) {
        while true {
            switch try nextTag() {
            case .start(.key, let isEmpty):
                try readText(of: .key, isEmpty)
                let column = try records.place(named: text.bytes)
                guard case .start(let element, let isEmpty) = try nextTag() else { throw .invalid }
                try readValue(element, isEmpty, into: &records, at: column)
            case .end(.dict): return
            default: throw .invalid
            }
        }
    }

    private mutating func readValue(
        _ element: Element, _ isEmpty: Bool, into records: inout ListedRecords, at column: Int?
    ) throws(ListFault) {
        switch element {
        case .array, .dict:
            if !isEmpty {
                guard case .end(element) = try nextTag() else { throw .noTable(.propertyList) }
            }
            try records.take(.empty, at: column)
        case .string:
            try readText(of: element, isEmpty)
            try records.take(.text(text.bytes), at: column)
        case .true, .false:
            try readText(of: element, isEmpty)
            guard trimmedText.isEmpty else { throw .invalid }
            try records.take(.flag(element == .true), at: column)
        case .integer, .real, .date, .data:
            try readText(of: element, isEmpty)
            try records.take(Self.value(of: trimmedText, element), at: column)
        case .plist, .key: throw .invalid
        }
    }

    /// Invalid numbers, dates and data are taken as texts.
    private static func value(of text: UnsafeBufferPointer<UInt8>, _ element: Element) -> ListedValue {
        let digits = String(decoding: text, as: UTF8.self)
        switch element {
        case .integer: return Int(digits).map(ListedValue.int) ?? .text(text)
        case .real:
            guard let number = Double(digits), number.isFinite else { return .text(text) }
            return .float(number, written: text)
        default: return .text(text)
        }
    }

    /// The text without surrounding blanks.
    private var trimmedText: UnsafeBufferPointer<UInt8> {
        let text = text.bytes
        func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return UnsafeBufferPointer(rebasing: text[..<0]) }
        return UnsafeBufferPointer(rebasing: text[first...last])
    }

    // MARK: Tags

    /// Reads the next tag; only blanks, comments and declarations may come before it.
    private mutating func nextTag() throws(ListFault) -> Tag {
        while true {
            guard bytes.skipBlanks() == ASCII.less else { throw .invalid }
            bytes.advance()
            switch bytes.peek() {
            case UInt8(ascii: "!"): try passDeclaration()
            case UInt8(ascii: "?"): try pass(through: "?>")
            case UInt8(ascii: "/"):
                bytes.advance()
                return .end(try readElement().element)
            default:
                let (element, isEmpty) = try readElement()
                return .start(element, isEmpty: isEmpty)
            }
        }
    }

    /// Reads the name, attributes and closing bracket of a tag.
    private mutating func readElement() throws(ListFault) -> (element: Element, isEmpty: Bool) {
        text.removeAll()
        while let byte = bytes.peek(), byte > 0x20, byte != ASCII.greater, byte != UInt8(ascii: "/") {
            text.append(byte)
            bytes.advance()
            if text.count > 100 { throw .invalid }
        }
        let name = String(decoding: text.bytes, as: UTF8.self)
        var last: UInt8?
        var quote: UInt8?
        while let byte = bytes.next() {
            if byte == ASCII.greater, quote == nil {
                guard let element = Element(rawValue: name) else {
                    strangeName = name
                    throw .noTable(.propertyList)
                }
                return (element, last == UInt8(ascii: "/"))
            }
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == ASCII.quote || byte == UInt8(ascii: "'") {
                quote = byte
            }
            last = byte
        }
        throw .invalid
    }

    /// Passes a comment, or a document type, which may contain declarations.
    private mutating func passDeclaration() throws(ListFault) {
        bytes.advance()
        if bytes.peek() == ASCII.minus { return try pass(through: "-->") }
        var depth = 1
        var start = ""
        while depth > 0 {
            guard let byte = bytes.next() else { throw .invalid }
            if byte == ASCII.less { depth += 1 }
            if byte == ASCII.greater { depth -= 1 }
            if start.utf8.count < 20 { start.unicodeScalars.append(Unicode.Scalar(byte)) }
        }
        if start.lowercased().hasPrefix("doctype html") { isDeclaredHTML = true }
    }

    private mutating func passComment() throws(ListFault) {
        guard bytes.next() == ASCII.less, bytes.next() == UInt8(ascii: "!"), bytes.peek() == ASCII.minus else {
            throw .invalid
        }
        try pass(through: "-->")
    }

    /// Passes everything through some characters.
    private mutating func pass(through end: StaticString) throws(ListFault) {
        var recent: [UInt8] = []
        while let byte = bytes.next() {
            if recent.count == end.utf8CodeUnitCount { recent.removeFirst() }
            recent.append(byte)
            if recent.elementsEqual(UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)) { return }
        }
        throw .invalid
    }

    // MARK: Text

    /// Reads the content of an element into ``text``, and passes its end tag.
    private mutating func readText(of element: Element, _ isEmpty: Bool) throws(ListFault) {
        text.removeAll()
        if isEmpty { return }
        while true {
            bytes.take(until: ASCII.less, or: ASCII.ampersand, into: &text)
            if text.count > CellScanner.longestRecord { throw .refused(.tooLarge) }
            switch bytes.next() {
            case ASCII.ampersand: try readEntity()
            case ASCII.carriageReturn:
                // In XML, every line end is read as LF.
                if bytes.peek() == ASCII.lineFeed { bytes.advance() }
                text.append(ASCII.lineFeed)
            case ASCII.less:
                if bytes.peek() == UInt8(ascii: "!") {
                    try readSection()
                } else {
                    try passEnd(of: element)
                    if UTF8Check.firstInvalidByte(text.bytes) != nil { throw .notUTF8 }
                    return
                }
            // Other control characters are invalid in XML, but are kept.
            case let byte?: text.append(byte)
            case nil: throw .invalid
            }
        }
    }

    private mutating func passEnd(of element: Element) throws(ListFault) {
        guard bytes.next() == UInt8(ascii: "/") else { throw .invalid }
        for byte in element.rawValue.utf8 where bytes.next() != byte { throw .invalid }
        guard bytes.skipBlanks() == ASCII.greater else { throw .invalid }
        bytes.advance()
    }

    private mutating func readEntity() throws(ListFault) {
        var name = ""
        while let byte = bytes.next(), byte != ASCII.semicolon {
            name.unicodeScalars.append(Unicode.Scalar(byte))
            if name.utf8.count > 10 { throw .invalid }
        }
        switch name {
        case "amp": text.append(ASCII.ampersand)
        case "lt": text.append(ASCII.less)
        case "gt": text.append(ASCII.greater)
        case "quot": text.append(ASCII.quote)
        case "apos": text.append(UInt8(ascii: "'"))
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            guard let scalar = number.flatMap(Unicode.Scalar.init) else { throw .invalid }
            text.append(String(Character(scalar)))
        }
    }

    /// Reads `<![CDATA[…]]>`, or passes a comment within a text.
    private mutating func readSection() throws(ListFault) {
        bytes.advance()
        if bytes.peek() == ASCII.minus { return try pass(through: "-->") }
        for byte in "[CDATA[".utf8 where bytes.next() != byte { throw .invalid }
        var closing = 0
        while let byte = bytes.next() {
            if byte == ASCII.greater, closing >= 2 {
                for _ in 2..<closing { text.append(UInt8(ascii: "]")) }
                return
            }
            if byte == UInt8(ascii: "]") {
                closing += 1
                continue
            }
            for _ in 0..<closing { text.append(UInt8(ascii: "]")) }
            closing = 0
            text.append(byte)
        }
        throw .invalid
    }
}

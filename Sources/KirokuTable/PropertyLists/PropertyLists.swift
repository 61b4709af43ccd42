import FoundationEssentials

/// Property lists as bytes: written as XML, read as XML or binary.
///
/// This is the only place where property lists are parsed: Foundation's parser recurses for each level of nesting and
/// would run out of stack on a hostile file, so ``checkNesting(of:)`` looks at the bytes first.
public enum PropertyLists {
    /// How many levels of non-empty arrays and dictionaries are read, the outermost included.
    ///
    /// Kiroku's own files have five; Foundation's parser needs tens of thousands to run out of stack.
    public static let nestingLimit = 128

    /// The property list for a value, as XML; as a binary one if it contains control characters, which XML does not
    /// allow.
    public static func encode(_ value: PropertyValue) throws(FileFormatError) -> [UInt8] {
        let encoder = PropertyListEncoder()
        do {
            encoder.outputFormat = .xml
            let list = Array(try encoder.encode(value))
            guard list.withUnsafeBufferPointer(TextBuffer.hasXMLControl) else { return list }
            encoder.outputFormat = .binary
            return Array(try encoder.encode(value))
        } catch {
            throw FileFormatError(reason: "\(error)")
        }
    }

    /// The value of a property list.
    ///
    /// - Throws: ``FileFormatError`` if the bytes are not a property list, or ``checkNesting(of:)`` refuses them.
    public static func decode(_ bytes: [UInt8]) throws(FileFormatError) -> PropertyValue {
        try checkNesting(of: bytes)
        do {
            return try PropertyListDecoder().decode(PropertyValue.self, from: Data(bytes))
        } catch {
            throw malformed
        }
    }

    /// Checks that a parser can read the bytes without running out of stack or, for a binary property list, without
    /// expanding them to many times their size.
    ///
    /// Costs one pass over the bytes. Whether XML is a property list at all is left to the parser.
    ///
    /// - Throws: ``FileFormatError`` if values are nested deeper than ``nestingLimit``, if a binary property list is
    ///   damaged or contains itself, or if XML is not in UTF-8, the only encoding that is checked.
    static func checkNesting(of bytes: [UInt8]) throws(FileFormatError) {
        if bytes.starts(with: "bplist".utf8) {
            // Damaged input must not reach the parser, which would notice the damage late.
            guard let nesting = BinaryNesting(of: bytes) else { throw malformed }
            guard nesting.isWithin(nestingLimit) else { throw tooDeep }
        } else {
            // UTF-16 and UTF-32, which the parser would convert, begin with a mark or have a NUL beside the first "<".
            guard !bytes.starts(with: [0xfe, 0xff]), !bytes.starts(with: [0xff, 0xfe]), !bytes.prefix(4).contains(0)
            else { throw malformed }
            guard XMLNesting.isWithin(nestingLimit, in: bytes) else { throw tooDeep }
        }
    }

    private static var malformed: FileFormatError {
        FileFormatError(reason: localized("It is not a property list."))
    }

    private static var tooDeep: FileFormatError {
        FileFormatError(reason: localized("Its values are nested too deeply."))
    }
}

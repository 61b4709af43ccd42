/// Why a text could not be read as a table.
public enum TextError: Error, Sendable, Hashable {
    /// The bytes from this place on mean nothing in the encoding.
    case notText(in: TextEncoding, from: TextPosition)
    /// The encoding lacks the character at this place.
    case notWritable(in: TextEncoding, at: TextPosition)
    /// A record of more than 1 GB, or more cells than the memory can be expected to hold.
    case tooLarge
    /// A record of more cells than a table can have fields.
    case tooManyFields(found: Int, limit: Int)
    /// It is in this form, but holds something else than a table.
    case noTable(FileForm)
    /// It is in this form up to this place, which is `nil` where there are no lines.
    case brokenList(FileForm, from: TextPosition?)
    /// A record, counted from 1, has two values of this name.
    case repeatedName(String, record: Int)
    /// It is no text at all.
    case otherFile(OtherFile)
    /// The file has become shorter, or other bytes are in it, since it was opened.
    case changed
    /// A text of a property list holds a character that XML has no place for.
    case controlCharacter(record: Int, field: String)
    /// A field that was named is not there.
    case unknownField(String)
    /// The task was cancelled.
    case cancelled

    /// Forms of files that hold more than tables.
    public enum FileForm: Sendable, Hashable {
        /// JavaScript Object Notation.
        case json
        /// The Extensible Markup Language.
        case xml
        /// Web pages.
        case html
        /// Property lists, in XML or in the binary form.
        case propertyList
    }
}

/// A place in a text, as an editor shows it.
public struct TextPosition: Sendable, Hashable {
    /// The first line is 1.
    public let line: Int
    /// The first character (Unicode scalar) of a line is 1.
    public let column: Int

    /// A place whose line and column are known, both from 1 on.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte.
    ///
    /// Costs one pass over the text before it.
    init(of offset: Int, in text: UnsafeBufferPointer<UInt8>) {
        var line = 1
        var lineStart = 0
        for index in 0..<min(offset, text.count) where text[index] <= ASCII.carriageReturn {
            if Self.isLineEnd(index, in: text) { line += 1 }
            if text[index] == ASCII.lineFeed || text[index] == ASCII.carriageReturn { lineStart = index + 1 }
        }
        var column = 1
        for byte in text[min(lineStart, offset)..<min(offset, text.count)] where byte & 0xc0 != 0x80 { column += 1 }
        self.init(line: line, column: column)
    }

    /// The same place where `lineCount` lines are put before the text.
    func moved(by lineCount: Int) -> TextPosition {
        TextPosition(line: line + lineCount, column: column)
    }

    /// The same place where a text that ends at `position` is put before.
    func behind(_ position: TextPosition) -> TextPosition {
        TextPosition(line: position.line + line - 1, column: line == 1 ? position.column + column - 1 : column)
    }

    /// Whether a line ends with the byte at `index`, or begins to: of CR LF it is the first.
    static func isLineEnd(_ index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if text[index] == ASCII.carriageReturn { return true }
        return text[index] == ASCII.lineFeed && (index == 0 || text[index - 1] != ASCII.carriageReturn)
    }
}

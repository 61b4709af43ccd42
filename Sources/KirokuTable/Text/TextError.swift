/// Why a text could not be read as a table.
public enum TextError: Error, Sendable, Hashable {
    /// From this position on, the bytes are invalid in the encoding.
    case notText(in: TextEncoding, from: TextPosition)
    /// The encoding lacks the character at this position.
    case notWritable(in: TextEncoding, at: TextPosition)
    /// A record of more than 1 GB, or more than there is memory for.
    case tooLarge
    /// A record has more cells than a table can have fields.
    case tooManyFields(found: Int, limit: Int)
    /// The same in a list, whose fields cannot be chosen beforehand.
    case tooManyListedFields(found: Int, limit: Int)
    /// The file is in this form, but does not hold a table.
    case noTable(FileForm)
    /// The file is in this format up to this position; `nil` if the format has no lines.
    case brokenList(FileForm, from: TextPosition?)
    /// A record, counted from 1, has two values with this name.
    case repeatedName(String, record: Int)
    /// The file does not hold text.
    case otherFile(OtherFile)
    /// The file was truncated or changed after it was opened.
    case changed
    /// A text for a property list has a character that XML does not allow.
    case controlCharacter(record: Int, field: String)
    /// The options name a field that the text does not have.
    case unknownField(String)
    /// The task was cancelled.
    case cancelled

    /// File formats that can hold more than tables.
    public enum FileForm: Sendable, Hashable {
        /// JavaScript Object Notation.
        case json
        /// The Extensible Markup Language.
        case xml
        /// Web pages.
        case html
        /// Property lists, in XML or binary form.
        case propertyList
    }
}

/// A position in a text, as an editor shows it.
public struct TextPosition: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The character (Unicode scalar) in the line, from 1.
    public let column: Int

    /// Creates a position from a line and a column, both from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of a byte.
    ///
    /// Costs a pass over the text before it.
    package init(of offset: Int, in text: UnsafeBufferPointer<UInt8>) {
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

    /// The position after `lineCount` lines are inserted before the text.
    package func moved(by lineCount: Int) -> TextPosition {
        TextPosition(line: line + lineCount, column: column)
    }

    /// The position after a text that ends at `position` is inserted before.
    package func behind(_ position: TextPosition) -> TextPosition {
        TextPosition(line: position.line + line - 1, column: line == 1 ? position.column + column - 1 : column)
    }

    /// Whether the byte at `index` is a line end or the first byte of one, as CR in CR LF.
    static func isLineEnd(_ index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if text[index] == ASCII.carriageReturn { return true }
        return text[index] == ASCII.lineFeed && (index == 0 || text[index - 1] != ASCII.carriageReturn)
    }
}

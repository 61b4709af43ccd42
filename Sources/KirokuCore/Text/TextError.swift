/// Why a text could not be read as a table.
public enum TextError: Error, Sendable, Hashable {
    /// The bytes from this place on mean nothing in the encoding.
    case notText(in: TextEncoding, from: TextPosition)
    /// The encoding lacks the character at this place.
    case notWritable(in: TextEncoding, at: TextPosition)
    /// More than 4 GB of text, or more cells than the memory can be expected to hold.
    case tooLarge
    case tooManyFields(found: Int, limit: Int)
    case cancelled
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
        for index in 0..<min(offset, text.count) {
            let byte = text[index]
            let endsPair = byte == ASCII.lineFeed && index > 0 && text[index - 1] == ASCII.carriageReturn
            guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn else { continue }
            if !endsPair { line += 1 }
            lineStart = index + 1
        }
        var column = 1
        for byte in text[min(lineStart, offset)..<min(offset, text.count)] where byte & 0xc0 != 0x80 { column += 1 }
        self.init(line: line, column: column)
    }
}

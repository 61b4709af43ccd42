/// The cells of a row in the output of `COPY … (FORMAT csv)`; invalid input ends the sequence.
///
/// A cell without a value is `nil`; an empty text is in quotes.
struct CopiedCells: Sequence, IteratorProtocol {
    /// The rest of the row; it may end with a line feed.
    private var rest: Slice<UnsafeBufferPointer<UInt8>>
    private var hasMore = true
    private static let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))

    init(_ row: Slice<UnsafeBufferPointer<UInt8>>) { rest = row }

    /// Takes the first of several cells off a row; `nil` if it has no value, or there is only one.
    static func first(of row: inout Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        var cells = CopiedCells(row)
        guard let text = cells.next() ?? nil, cells.hasMore else { return nil }
        row = cells.rest
        return text
    }

    mutating func next() -> String?? {
        guard hasMore else { return nil }
        defer { hasMore = rest.popFirst() == Self.comma }
        guard rest.first == Self.quote else {
            let text = rest.prefix { $0 != Self.comma && $0 != UInt8(ascii: "\n") }
            rest = rest[text.endIndex...]
            return .some(text.isEmpty ? nil : String(decoding: text, as: UTF8.self))
        }
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == Self.quote {
                guard rest.first == byte else { return String(decoding: bytes, as: UTF8.self) }
                rest.removeFirst()
            }
            bytes.append(byte)
        }
        return nil
    }
}

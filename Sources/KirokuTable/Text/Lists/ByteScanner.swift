/// Scans the bytes of a text in order, with only a piece of it in memory at a time.
package struct ByteScanner: ~Copyable {
    private static let pieceSize = 1 << 18

    private let source: TextSource
    private let piece: UnsafeMutableBufferPointer<UInt8>
    /// Receives the size of each piece; returns false to end the text there.
    private let continues: (Int) -> Bool
    private var pieceStart = 0
    private var place = 0
    private var end = 0
    /// Whether ``continues`` has ended the text.
    private(set) var isStopped = false

    package init(_ source: TextSource, continues: @escaping (Int) -> Bool = { _ in true }) {
        self.source = source
        self.continues = continues
        piece = .allocate(capacity: min(Self.pieceSize, max(source.size, 1)))
    }

    deinit {
        piece.deallocate()
    }

    /// The number of bytes passed.
    var offset: Int { pieceStart + place }

    /// The next byte; `nil` at the end.
    @inline(__always)
    mutating func peek() -> UInt8? {
        if place == end, !fill() { return nil }
        return piece[place]
    }

    /// Passes the byte that ``peek()`` returned.
    @inline(__always)
    mutating func advance() {
        place += 1
    }

    /// Passes the next byte and returns it.
    @inline(__always)
    mutating func next() -> UInt8? {
        guard let byte = peek() else { return nil }
        advance()
        return byte
    }

    /// Passes and appends bytes up to one of the two or a control character.
    mutating func take(until first: UInt8, or second: UInt8, into text: inout TextBuffer) {
        while peek() != nil {
            var stop = place
            while stop < end, piece[stop] != first, piece[stop] != second, piece[stop] >= 0x20 { stop += 1 }
            text.append(UnsafeBufferPointer(rebasing: piece[place..<stop]))
            place = stop
            if stop < end { return }
        }
    }

    /// Passes the byte order mark of UTF-8, if there is one.
    mutating func skipMark() {
        guard offset == 0, peek() != nil, piece[..<end].starts(with: TextEncoding.Mark.utf8) else { return }
        place = TextEncoding.Mark.utf8.count
    }

    /// Passes blanks, TABs and line ends; returns the byte after them.
    @inline(__always)
    mutating func skipBlanks() -> UInt8? {
        while let byte = peek() {
            guard byte == 0x20 || byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn else {
                return byte
            }
            advance()
        }
        return nil
    }

    private mutating func fill() -> Bool {
        guard !isStopped else { return false }
        let count = source.read(into: piece, at: pieceStart + end)
        guard count > 0 else { return false }
        pieceStart += end
        (place, end) = (0, count)
        if !continues(count) {
            isStopped = true
            end = 0
            return false
        }
        return true
    }
}

/// Why a list cannot be read as a table.
package enum ListFault: Error {
    /// It is malformed at the current offset.
    case invalid
    /// Bytes before the current offset are not UTF-8.
    case notUTF8
    /// It is well-formed, but does not hold records.
    case noTable(TextError.FileForm)
    case refused(TextError)
}

extension ListedRecords {
    // The scanners throw ``ListFault``; these convert errors to it.

    package mutating func take(_ value: ListedValue, at column: Int?) throws(ListFault) {
        if let column { return add(value, to: column) }
        do {
            try add(value)
        } catch {
            throw .refused(error)
        }
    }

    package mutating func place(named name: UnsafeBufferPointer<UInt8>) throws(ListFault) -> Int {
        do {
            return try column(named: name)
        } catch {
            throw .refused(error)
        }
    }

    package mutating func end() throws(ListFault) {
        do {
            try endRecord()
        } catch {
            throw .refused(error)
        }
    }
}

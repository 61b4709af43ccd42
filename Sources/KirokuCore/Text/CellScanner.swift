/// Finds the cells of separated text, without looking at what is in them.
///
/// A line ends with LF, CR LF or a lone CR. A cell is quoted if its first byte is `"` and the quote that closes it is
/// followed by a separator, a line's end or the text's end; then separators and line ends inside do not count. A cell
/// that begins with `"` and is not closed that way is an ordinary cell, so that a lone quote spoils no more than itself.
struct CellScanner {
    let text: UnsafeBufferPointer<UInt8>
    let separator: UInt8

    /// Scans the records that begin in `range`, which begins where a record does.
    ///
    /// The last of them may end beyond it.
    ///
    /// Stops early if the task is cancelled.
    func scan(_ range: Range<Int>) -> ScannedCells {
        guard !range.isEmpty else { return ScannedCells(emptyAt: range.lowerBound) }
        var found = CellsInProgress(start: range.lowerBound, expectedBytes: range.count)
        var position = beginCell(at: range.lowerBound, &found)
        var nextCheck = position + Self.checkDistance
        scanning: while position < text.count {
            if position >= nextCheck {
                if Task.isCancelled { break }
                nextCheck = position + Self.checkDistance
            }
            var marks = marks(at: position)
            while marks != 0 {
                let place = position + marks.trailingZeroBitCount
                marks &= marks - 1
                let byte = text[place]
                if byte == separator {
                    let next = place + 1
                    found.startCell(at: next)
                    guard next < text.count, text[next] == ASCII.quote else { continue }
                    position = endOfQuotes(at: next, &found)
                    continue scanning
                }
                if byte == 0 { found.nulBytes.add(at: place) }
                guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn else { continue }
                let next = lineStart(afterEndAt: place)
                guard next < range.upperBound else { return found.finish(nextRecordAt: next) }
                let resumed = beginCell(at: next, &found)
                if resumed == place + 1 { continue }
                position = resumed
                continue scanning
            }
            position += 64
        }
        return found.finish(nextRecordAt: text.count + 1)
    }

    private static let checkDistance = 1 << 20

    /// Starts a record's first cell; the byte to go on with is behind the cell's quotes, if it has any.
    @inline(__always)
    private func beginCell(at start: Int, _ found: inout CellsInProgress) -> Int {
        found.startRecord(at: start)
        return text[start] == ASCII.quote ? endOfQuotes(at: start, &found) : start
    }

    @inline(__always)
    private func lineStart(afterEndAt place: Int) -> Int {
        let isPair =
            text[place] == ASCII.carriageReturn && place + 1 < text.count && text[place + 1] == ASCII.lineFeed
        return place + (isPair ? 2 : 1)
    }

    /// The place behind the closing quote of a cell that begins with a quote, or behind its first quote if it is not
    /// a quoted cell.
    private func endOfQuotes(at start: Int, _ found: inout CellsInProgress) -> Int {
        var index = start + 1
        var nulBytes = Tally()
        while index < text.count {
            if text[index] == 0 { nulBytes.add(at: index) }
            guard text[index] == ASCII.quote else {
                index += 1
                continue
            }
            if index + 1 < text.count, text[index + 1] == ASCII.quote {
                index += 2
                continue
            }
            guard index + 1 == text.count || endsCell(text[index + 1]) else { break }
            found.nulBytes.add(nulBytes)
            return index + 1
        }
        found.strayQuotes.add(at: start)
        return start + 1
    }

    private func endsCell(_ byte: UInt8) -> Bool {
        byte == separator || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    /// A bit for each of the 64 bytes from `position` on: whether it may mean something.
    ///
    /// Separators, line ends and NUL do; a few that do not are marked, too.
    ///
    /// So many at once, because how many of few bytes mean something is hard for the processor to foresee.
    @inline(__always)
    private func marks(at position: Int) -> UInt64 {
        var marks: UInt64 = 0
        for index in 0..<8 {
            let word = ByteWord.load(text, at: position + 8 * index)
            let found = ByteWord.marksUpToReturn(in: word) | ByteWord.marks(of: separator, in: word)
            marks |= ByteWord.bits(ofMarks: found) << UInt64(8 * index)
        }
        return marks
    }
}

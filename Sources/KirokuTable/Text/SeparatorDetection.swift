extension SeparatedText.Separator {
    /// Detects the separator of a text: the one that splits most of its first lines into as many cells as the first, at
    /// least two.
    ///
    /// Among equal separators, the one that splits fewer quoted texts is chosen, then the one that splits the first
    /// line into more cells. A first line that no separator splits may be a title: then the separator is the one that
    /// splits most lines into the same number of cells, unless it belongs to sentences and numbers. The contents
    /// decide, so a pipe gives the same table; the file's name decides only among equals, and where nothing is split.
    ///
    /// At most ``TextHead/sampleSize`` bytes are examined. After `text`, ``CellScanner/padding`` more must be readable.
    package init(detectedIn text: UnsafeBufferPointer<UInt8>, isWhole: Bool, comment: UInt8?, fileExtension: String?) {
        let named = Self.named(by: fileExtension)
        let sample = UnsafeBufferPointer(rebasing: text.prefix(TextHead.sampleSize))
        let isWhole = isWhole && sample.count == text.count
        let inOrder = [named] + Self.detected.filter { $0 != named }
        let best = inOrder.map { (separator: $0, fit: $0.fit(to: sample, isWhole: isWhole, comment)) }
            .reduce(nil as (separator: Self, fit: Fit)?) { best, next in
                if let best, best.fit >= next.fit { best } else { next }
            }
        // Decimal commas in a text of one field are not separators, whatever its name.
        let usual = named != .tab && named.isPunctuation(in: sample) ? .tab : named
        self = best.flatMap { $0.fit > Fit() ? $0.separator : nil } ?? usual
    }

    /// The usual separator of files with this name.
    private static func named(by fileExtension: String?) -> Self {
        fileExtension?.lowercased() == "csv" ? .comma : .tab
    }

    /// How well a separator splits a text; greater is better.
    private struct Fit: Comparable {
        /// The number of records with as many cells as the first, if that has several.
        var evenRecords = 0
        /// The number of records with equally many cells below a first record of one cell, if most records are such.
        var recordsBelowTitle = 0
        var strayQuotes = 0
        var firstCellCount = 0

        static func < (left: Fit, right: Fit) -> Bool {
            (left.evenRecords, left.recordsBelowTitle, -left.strayQuotes, left.firstCellCount)
                < (right.evenRecords, right.recordsBelowTitle, -right.strayQuotes, right.firstCellCount)
        }
    }

    private func fit(to sample: UnsafeBufferPointer<UInt8>, isWhole: Bool, _ comment: UInt8?) -> Fit {
        var found = CellCounts()
        var marks = TextMarks()
        _ = CellScanner(text: sample, separator: byte, comment: comment, isWhole: true)
            .scan(upTo: sample.count, into: &found, &marks)
        // The end of the sample may cut off the last record.
        let complete =
            isWhole ? found.counts.count : max(found.counts.count - 1, min(found.counts.count, 1))
        let counts = found.counts[..<complete].filter { $0 > 0 }
        guard let first = counts.first else { return Fit() }
        guard first > 1 else {
            let below = Self.recordsBelowTitle(counts)
            guard below > 0, self == .tab || !isPunctuation(in: sample) else { return Fit() }
            return Fit(recordsBelowTitle: below, strayQuotes: marks.strayQuotes.count)
        }
        return Fit(
            evenRecords: counts.count { $0 == first }, strayQuotes: marks.strayQuotes.count, firstCellCount: first)
    }

    /// Whether the sign mostly belongs to texts or numbers: a blank follows it, or it stands between two digits.
    private func isPunctuation(in sample: UnsafeBufferPointer<UInt8>) -> Bool {
        let places = sample.indices.dropFirst().dropLast().filter { sample[$0] == byte }
        return places.count { place in
            sample[place + 1] == ASCII.blank
                || ASCII.digit(sample[place - 1]) <= 9 && ASCII.digit(sample[place + 1]) <= 9
        } * 2 > places.count
    }

    private static func recordsBelowTitle(_ counts: [Int]) -> Int {
        let tallies = Dictionary(counts.map { ($0, 1) }, uniquingKeysWith: +)
        let most = tallies.max { ($0.value, $0.key) < ($1.value, $1.key) }
        guard let most, most.key > 1, most.value > 1, most.value * 2 > counts.count else { return 0 }
        return most.value
    }
}

/// Counts the cells of each record; an empty line has none.
private struct CellCounts: RecordSink {
    private(set) var counts: [Int] = []
    private var count = 0
    private var lastStart = 0

    mutating func startCell(at place: Int) {
        count += 1
        lastStart = place
    }

    mutating func endRecord(at place: Int) -> RecordVerdict {
        counts.append(count == 1 && lastStart == place ? 0 : count)
        count = 0
        return .next
    }

    mutating func dropRecord() {
        count = 0
    }
}

extension SeparatedText.Separator {
    /// Detects the separator of a text: the one that splits most of its first lines into the same number of cells, at
    /// least two.
    ///
    /// A file named `.tsv` or `.tab` always has tabs. Among equal separators, the one that splits fewer quoted texts is
    /// chosen, then the one that splits the first line into more cells. Text that no separator splits has one field.
    ///
    /// At most ``TextHead/sampleSize`` bytes are examined. After `text`, ``CellScanner/padding`` more must be readable.
    init(detectedIn text: UnsafeBufferPointer<UInt8>, isWhole: Bool, comment: UInt8?, fileExtension: String?) {
        let fileExtension = fileExtension?.lowercased()
        if fileExtension == "tsv" || fileExtension == "tab" {
            self = .tab
            return
        }
        let sample = UnsafeBufferPointer(rebasing: text.prefix(TextHead.sampleSize))
        let isWhole = isWhole && sample.count == text.count
        let best = Self.detected.map { (separator: $0, fit: $0.fit(to: sample, isWhole: isWhole, comment)) }
            .reduce(nil as (separator: Self, fit: Fit)?) { best, next in
                if let best, best.fit >= next.fit { best } else { next }
            }
        if let best, best.fit.evenRecords > 0 {
            self = best.separator
        } else {
            self = fileExtension == "csv" ? .comma : .tab
        }
    }

    /// How well a separator splits a text; greater is better.
    private struct Fit: Comparable {
        var evenRecords = 0
        var strayQuotes = 0
        var firstCellCount = 0

        static func < (left: Fit, right: Fit) -> Bool {
            (left.evenRecords, -left.strayQuotes, left.firstCellCount)
                < (right.evenRecords, -right.strayQuotes, right.firstCellCount)
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
        guard let first = counts.first, first > 1 else { return Fit() }
        return Fit(
            evenRecords: counts.count { $0 == first }, strayQuotes: marks.strayQuotes.count, firstCellCount: first)
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

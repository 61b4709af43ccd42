extension SeparatedText.Separator {
    /// How much of a text is looked at.
    private static let sampleSize = 1 << 16

    /// The separator of a text: the one that cuts most of its first lines into equally many cells, at least two.
    ///
    /// A file named `.tsv` or `.tab` is cut by tabs whatever is in it. Between equals it is the one that cuts through
    /// fewer quoted texts, and then the one that cuts the first line more often. Text that nothing cuts has one field.
    init(detectedIn text: UnsafeBufferPointer<UInt8>, fileExtension: String?) {
        let fileExtension = fileExtension?.lowercased()
        if fileExtension == "tsv" || fileExtension == "tab" {
            self = .tab
            return
        }
        let sample = UnsafeBufferPointer(rebasing: text.prefix(Self.sampleSize))
        let best = Self.allCases.map { (separator: $0, fit: $0.fit(to: sample, isWhole: sample.count == text.count)) }
            .reduce(nil as (separator: Self, fit: Fit)?) { best, next in
                if let best, best.fit >= next.fit { best } else { next }
            }
        if let best, best.fit.evenRecords > 0 {
            self = best.separator
        } else {
            self = fileExtension == "csv" ? .comma : .tab
        }
    }

    /// How well a separator cuts a text; greater is better.
    private struct Fit: Comparable {
        var evenRecords = 0
        var strayQuotes = 0
        var firstCellCount = 0

        static func < (left: Fit, right: Fit) -> Bool {
            (left.evenRecords, -left.strayQuotes, left.firstCellCount)
                < (right.evenRecords, -right.strayQuotes, right.firstCellCount)
        }
    }

    private func fit(to sample: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Fit {
        let found = CellScanner(text: sample, separator: byte).scan(0..<sample.count)
        // The sample's end may cut the last record off.
        let complete = isWhole ? found.recordCount : max(found.recordCount - 1, min(found.recordCount, 1))
        let counts = (0..<complete).filter { !found.isEmptyLine(record: $0) }.map { found.cellCount(ofRecord: $0) }
        guard let first = counts.first, first > 1 else { return Fit() }
        return Fit(
            evenRecords: counts.count { $0 == first }, strayQuotes: found.strayQuotes.count, firstCellCount: first)
    }
}

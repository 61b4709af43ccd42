import KirokuCore

/// The distribution of a column's values over its records, according to the server's statistics.
///
/// It consists of marks: values with the share of records that have exactly this value; between two marks is a share of
/// other values. So a position among all records leads to a value, as precisely as the statistics.
struct ValueSpread: Sendable, Hashable {
    /// A value, as text.
    struct Mark: Sendable, Hashable {
        let text: String
        /// The share of records that have exactly this value, if it is one of the most common ones.
        var share: Double
        /// Whether it is one of the borders, which divide the other values into equal shares.
        let isBorder: Bool
    }

    /// A position among the values.
    enum Place: Sendable, Hashable {
        /// Among the records of one value, at a fraction of them.
        case at(String, along: Double)
        /// Between two values, at a fraction of the distance.
        case between(String, String, at: Double)
    }

    /// The marks, in the order of their values.
    private(set) var marks: [Mark]
    /// The share of records without a value.
    private(set) var emptyShare: Double
    /// The share of records between two borders; `nil` if it follows from the share of the common values.
    private let step: Double?

    /// - Parameters:
    ///   - marks: in the order of their values.
    ///   - emptyShare: the share of records without a value.
    ///   - step: the share of records between two borders, if only some of the marks are given.
    ///   - ends: the least and the greatest existing value, if known, because statistics may be outdated.
    init(
        _ marks: [Mark], emptyShare: Double, step: Double? = nil, ends: (first: String?, last: String?) = (nil, nil)
    ) {
        var marks = marks
        if let first = ends.first, first != marks.first?.text || marks.first?.isBorder != true {
            if step == nil, let index = marks.firstIndex(where: \.isBorder) { marks.remove(at: index) }
            marks.insert(Mark(text: first, share: 0, isBorder: true), at: 0)
        }
        if let last = ends.last, last != marks.last?.text || marks.last?.isBorder != true {
            if step == nil, let index = marks.lastIndex(where: \.isBorder), index > 0 { marks.remove(at: index) }
            marks.append(Mark(text: last, share: 0, isBorder: true))
        }
        (self.marks, self.step) = (marks, step)
        self.emptyShare = min(max(emptyShare, 0), 1)
    }

    /// The distribution over the records that have a value.
    var withoutEmpty: ValueSpread {
        var spread = self
        spread.emptyShare = 0
        return spread
    }

    /// The position with a given share of the records with a value before it; `nil` if nothing is known.
    func place(at share: Double) -> Place? {
        guard let first = marks.first, let last = marks.last else { return nil }
        let borders = marks.count(where: \.isBorder)
        let common = marks.reduce(0) { $0 + $1.share }
        let scale = max(common, 1 - emptyShare)
        guard scale > 0 else { return .at(first.text, along: 0) }
        // Values that are not common lie between the borders, with equal shares between each two.
        let step = borders > 1 ? step ?? max(0, scale - common) / Double(borders - 1) : 0
        let total = common + step * Double(max(borders - 1, 0))
        var rest = min(max(share, 0), 1) * total
        for (index, mark) in marks.enumerated() {
            if rest < mark.share { return .at(mark.text, along: rest / mark.share) }
            rest -= mark.share
            guard index + 1 < marks.count else { break }
            // A common value between two borders divides the share between them.
            let width = step / Double(partCount(around: index))
            if rest < width { return .between(mark.text, marks[index + 1].text, at: rest / width) }
            rest -= width
        }
        return .at(last.text, along: 1)
    }

    /// How many parts the space between two borders around this mark is divided into.
    private func partCount(around index: Int) -> Int {
        let before = marks[...index].lastIndex(where: \.isBorder)
        let after = marks[(index + 1)...].firstIndex(where: \.isBorder)
        guard let before, let after else { return .max }
        return after - before
    }
}

import KirokuCore

/// How the values of a column are spread over its records, as far as the server's statistics say.
///
/// It is made of marks: values with the share of records that have exactly this one, and between two of them a share of
/// others. So a place among all records leads to a value, and the error is that of the statistics.
struct ValueSpread: Sendable, Hashable {
    /// A value, as text.
    struct Mark: Sendable, Hashable {
        let text: String
        /// The share of records that have exactly this value, if it is one of the most common ones.
        var share: Double
        /// Whether it is one of the values between which equal shares of the others lie.
        let isBorder: Bool
    }

    /// Where a place is among the values.
    enum Place: Sendable, Hashable {
        /// Among the records of one value, so far along.
        case at(String, along: Double)
        /// Between two values.
        case between(String, String, at: Double)
    }

    /// In the order of their values.
    private(set) var marks: [Mark]
    /// The share of records without a value.
    private(set) var emptyShare: Double
    /// The share of records between two borders; `nil` if it is what the common values leave.
    private let step: Double?

    /// - Parameters:
    ///   - marks: in the order of their values.
    ///   - emptyShare: the share of records without a value.
    ///   - step: the share of records between two borders, where only some of the marks are given.
    ///   - ends: the least and the greatest value that there are, if they are known: statistics may be old.
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

    /// The same where each record has a value.
    var withoutEmpty: ValueSpread {
        var spread = self
        spread.emptyShare = 0
        return spread
    }

    /// Where so large a share of the records that have a value comes before; `nil` if nothing is known.
    func place(at share: Double) -> Place? {
        guard let first = marks.first, let last = marks.last else { return nil }
        let borders = marks.count(where: \.isBorder)
        let common = marks.reduce(0) { $0 + $1.share }
        let scale = max(common, 1 - emptyShare)
        guard scale > 0 else { return .at(first.text, along: 0) }
        // What is not in a common value lies between the borders, equally much between each two.
        let step = borders > 1 ? step ?? max(0, scale - common) / Double(borders - 1) : 0
        let total = common + step * Double(max(borders - 1, 0))
        var rest = min(max(share, 0), 1) * total
        for (index, mark) in marks.enumerated() {
            if rest < mark.share { return .at(mark.text, along: rest / mark.share) }
            rest -= mark.share
            guard index + 1 < marks.count else { break }
            // A common value between two borders halves what lies between them.
            let width = step / Double(partCount(around: index))
            if rest < width { return .between(mark.text, marks[index + 1].text, at: rest / width) }
            rest -= width
        }
        return .at(last.text, along: 1)
    }

    /// Into how many parts the space between two borders is divided that the one behind this mark belongs to.
    private func partCount(around index: Int) -> Int {
        let before = marks[...index].lastIndex(where: \.isBorder)
        let after = marks[(index + 1)...].firstIndex(where: \.isBorder)
        guard let before, let after else { return .max }
        return after - before
    }
}

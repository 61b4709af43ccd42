extension Reports {
    /// How many refusals with the same code are reported in a minute.
    static let refusalLimit = 100

    /// Reports that a public call refuses its input, and returns the error for that call to throw.
    ///
    /// Call this where the error is thrown, so that each refusal is reported once and successful calls cost nothing. To
    /// keep loops from filling the log, at most a hundred reports with the same code are sent in a minute of the clock;
    /// the last one reports that the rest are omitted.
    ///
    /// - Parameters:
    ///   - code: names the component and the call.
    ///   - error: the reason for the refusal.
    public static func refused<Refusal: Error>(_ code: StaticString, _ error: Refusal) -> Refusal {
        let code = code.description
        switch countRefusal(of: code) {
        case ..<refusalLimit: self.error(code, ReportText(error))
        case refusalLimit: self.error(code, "\(error); no more of these are reported in this minute")
        default: break
        }
        return error
    }
}

/// How many calls were refused in a minute, by the few codes there are.
struct RefusalCount {
    private var counts: [String: (minute: Int, count: Int)] = [:]

    /// Counts one more refusal, and returns their number in this minute.
    mutating func next(of code: String, minute: Int) -> Int {
        let last = counts[code].flatMap { $0.minute == minute ? $0.count : nil } ?? 0
        counts[code] = (minute, last + 1)
        return last + 1
    }
}

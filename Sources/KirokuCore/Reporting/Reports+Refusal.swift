extension Reports {
    /// So many refusals of one code are reported in a minute.
    static let refusalLimit = 100

    /// Reports that a public call refuses what it was asked for, and returns the error that it throws.
    ///
    /// Called where the error is thrown, so each refusal is reported once, and a call that is not refused pays nothing.
    /// A loop does not fill the log: of each code, a hundred are reported in a minute of the clock, the last of them with a
    /// note that more of its kind are not.
    ///
    /// - Parameters:
    ///   - code: names the component and the call.
    ///   - error: why it is refused.
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

/// How many calls were refused in a minute, by their codes, of which there are few.
struct RefusalCount {
    private var counts: [String: (minute: Int, count: Int)] = [:]

    /// Counts one more, and returns how many there were in this minute.
    mutating func next(of code: String, minute: Int) -> Int {
        let last = counts[code].flatMap { $0.minute == minute ? $0.count : nil } ?? 0
        counts[code] = (minute, last + 1)
        return last + 1
    }
}

import CPCRE2

/// Matches texts with a pattern, on one thread.
///
/// PCRE2's own limits do not stop it in time, because they count too little of its work: `.*.*x` can run for minutes
/// without reaching them. So it calls back before each step, and the work for a text is limited here, by the number of
/// steps and the distance between them: a million, some 10 milliseconds, and proportionally more for texts of more than
/// about 60 KB.
final class PatternMatcher {
    enum Answer {
        case found
        case notFound
        /// It took more steps than a text is allowed, or was stopped.
        case gaveUp
    }

    private static let leastEffort = 1_000_000
    private static let effortPerByte = 16
    private static let firstStack = 32 << 10
    private static let largestStack = 64 << 20
    /// In kibibytes, for interpreted patterns.
    private static let heapLimit: UInt32 = 64 << 10

    private let pattern: Pattern
    private let match: OpaquePointer?
    private let context: OpaquePointer?
    private let stack: OpaquePointer?
    private let effort: UnsafeMutablePointer<Effort>

    /// - Parameter stop: makes it give up soon on any text.
    init(_ pattern: Pattern, stop: StopFlag? = nil) {
        self.pattern = pattern
        match = pcre2_match_data_create_from_pattern_8(pattern.code, nil)
        context = pcre2_match_context_create_8(nil)
        stack = pcre2_jit_stack_create_8(Self.firstStack, Self.largestStack, nil)
        effort = .allocate(capacity: 1)
        effort.initialize(to: Effort(stop: stop))
        pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
        pcre2_set_match_limit_8(context, .max)
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        pcre2_set_callout_8(
            context,
            { block, effort in
                guard let block, let effort else { return PCRE2_ERROR_CALLOUT }
                let isAllowed = effort.assumingMemoryBound(to: Effort.self).pointee.step(
                    to: block.pointee.current_position)
                return isAllowed ? 0 : PCRE2_ERROR_CALLOUT
            }, effort)
    }

    deinit {
        pcre2_match_data_free_8(match)
        pcre2_match_context_free_8(context)
        pcre2_jit_stack_free_8(stack)
        effort.deinitialize(count: 1)
        effort.deallocate()
    }

    /// Whether the pattern matches a part of the text, or all of it.
    func answer(for text: UnsafeBufferPointer<UInt8>) -> Answer {
        begin(text)
        return next(in: text, from: 0)
    }

    /// Prepares for a text.
    func begin(_ text: UnsafeBufferPointer<UInt8>) {
        effort.pointee.begin(Self.leastEffort + text.count * Self.effortPerByte)
    }

    /// Looks for the first match that begins at `start` or later.
    ///
    /// Its work counts from the last ``begin(_:)`` on.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - start: between two characters.
    func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Answer {
        let code = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { nothing in
            pcre2_match_8(
                pattern.code, text.baseAddress ?? UnsafePointer(nothing.baseAddress), text.count, start,
                PCRE2_NO_UTF_CHECK, match, context)
        }
        return code >= 0 ? .found : code == PCRE2_ERROR_NOMATCH ? .notFound : .gaveUp
    }

    /// The bytes of the last match, or of one of its groups; `nil` if the group has none.
    func range(ofGroup group: Int) -> Range<Int>? {
        guard group <= pattern.groupCount, let offsets = pcre2_get_ovector_pointer_8(match) else { return nil }
        let (start, end) = (offsets[2 * group], offsets[2 * group + 1])
        // A group without a match has no range; `\K` in a look-ahead may put the end before the start.
        return start >= 0 && start <= end ? start..<end : nil
    }

    /// The remaining work for a text.
    private struct Effort {
        let stop: StopFlag?
        private var left = 0
        private var reserve = 0
        private var position = 0

        init(stop: StopFlag?) {
            self.stop = stop
        }

        mutating func begin(_ effort: Int) {
            left = 0
            reserve = effort
            position = 0
        }

        /// Whether matching may continue at this position of the text.
        mutating func step(to place: Int) -> Bool {
            // Skipped bytes are examined as well, but faster.
            left &-= 1 &+ abs(place &- position) >> 3
            position = place
            return left >= 0 || refill()
        }

        private mutating func refill() -> Bool {
            let portion = min(reserve, PatternMatcher.leastEffort)
            guard portion > 0, stop?.isSet != true else { return false }
            reserve -= portion
            left += portion
            return true
        }
    }
}

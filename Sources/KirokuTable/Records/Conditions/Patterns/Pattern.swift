import CPCRE2

/// A regular expression, compiled by PCRE2; can be used by many threads at once.
final class Pattern: Sendable {
    /// The address of PCRE2's compiled pattern, which is immutable.
    private let address: UInt
    /// How many capturing groups it has.
    let groupCount: Int

    /// - Parameters:
    ///   - text: the expression as typed (see ``PatternSyntax``).
    ///   - ignoresCase: whether capital and small letters are the same.
    ///   - isWhole: whether it must match a whole text, not just a part of it.
    init(_ text: String, ignoringCase ignoresCase: Bool, whole isWhole: Bool = false) throws(PatternError) {
        let syntax = try PatternSyntax(text)
        let context = pcre2_compile_context_create_8(nil)
        defer { pcre2_compile_context_free_8(context) }
        // `.` stops at every kind of line end.
        pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
        // Callouts before each step make it possible to stop (see PatternMatcher). Matching single bytes would split
        // characters.
        var options = PCRE2_UTF | PCRE2_UCP | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
        if ignoresCase { options |= PCRE2_CASELESS }
        if isWhole { options |= PCRE2_ANCHORED | PCRE2_ENDANCHORED }
        var code: Int32 = 0
        var offset = 0
        guard
            let compiled = pcre2_compile_8(
                syntax.bytes, syntax.bytes.count, options, &code, &offset, context)
        else {
            throw PatternError(PatternError.Mistake(pcre2Code: code), at: syntax.character(at: offset))
        }
        // Without a JIT compiler, PCRE2 interprets the pattern.
        pcre2_jit_compile_8(compiled, PCRE2_JIT_COMPLETE)
        var count: UInt32 = 0
        pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
        groupCount = Int(count)
        address = UInt(bitPattern: compiled)
    }

    deinit {
        pcre2_code_free_8(code)
    }

    /// PCRE2's own handle.
    var code: OpaquePointer? { OpaquePointer(bitPattern: address) }
}

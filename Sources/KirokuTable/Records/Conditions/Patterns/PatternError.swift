import CPCRE2

/// Why a text is not a regular expression.
public struct PatternError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Mistake: Sendable, Hashable {
        /// `(` without `)`.
        case unclosedGroup
        /// `)` without `(`.
        case unopenedGroup
        /// `[` without `]`.
        case unclosedClass
        /// `*`, `+`, `?` or `{2}` with nothing before it.
        case nothingToRepeat
        /// `{5,2}`, or a number that is too large.
        case invalidCount
        /// `[z-a]`, or a range with something other than a character at one end.
        case invalidRange
        /// A backslash at the end, or before a letter without a meaning.
        case invalidEscape
        /// `\p{…}` or `[:…:]` with an unknown name.
        case unknownProperty
        /// A reference to a group that does not exist, or an invalid name.
        case unknownGroup
        /// `(?…` with something unknown.
        case unknownGroupKind
        /// A look-behind without a fixed length.
        case lookBehindLength
        /// A class in a class: `[a[bc]]`.
        case classInClass
        /// `&&`, `--` or `~~` in a class.
        case classOperation
        /// Too long, or nested too deeply.
        case tooLarge
        /// Anything else.
        case other
    }

    /// What is wrong.
    public let mistake: Mistake
    /// The number of the character where it was noticed, from 1.
    public let position: Int

    package init(_ mistake: Mistake, at position: Int) {
        self.mistake = mistake
        self.position = position
    }
}

extension PatternError.Mistake {
    package init(pcre2Code code: Int32) {
        self =
            switch code {
            case PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS, PCRE2_ERROR_MISSING_COMMENT_CLOSING: .unclosedGroup
            case PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS: .unopenedGroup
            case PCRE2_ERROR_MISSING_SQUARE_BRACKET: .unclosedClass
            case PCRE2_ERROR_QUANTIFIER_INVALID: .nothingToRepeat
            case PCRE2_ERROR_QUANTIFIER_OUT_OF_ORDER, PCRE2_ERROR_QUANTIFIER_TOO_BIG: .invalidCount
            case PCRE2_ERROR_CLASS_RANGE_ORDER, PCRE2_ERROR_CLASS_INVALID_RANGE: .invalidRange
            case PCRE2_ERROR_END_BACKSLASH, PCRE2_ERROR_END_BACKSLASH_C, PCRE2_ERROR_UNKNOWN_ESCAPE,
                PCRE2_ERROR_ESCAPE_INVALID_IN_CLASS, PCRE2_ERROR_UNSUPPORTED_ESCAPE_SEQUENCE,
                PCRE2_ERROR_BACKSLASH_C_CALLER_DISABLED, PCRE2_ERROR_CODE_POINT_TOO_BIG:
                .invalidEscape
            case PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY, PCRE2_ERROR_MALFORMED_UNICODE_PROPERTY,
                PCRE2_ERROR_UNKNOWN_POSIX_CLASS, PCRE2_ERROR_POSIX_CLASS_NOT_IN_CLASS:
                .unknownProperty
            case PCRE2_ERROR_BAD_SUBPATTERN_REFERENCE, PCRE2_ERROR_SUBPATTERN_NAME_EXPECTED,
                PCRE2_ERROR_DUPLICATE_SUBPATTERN_NAME, PCRE2_ERROR_MISSING_NAME_TERMINATOR:
                .unknownGroup
            case PCRE2_ERROR_INVALID_AFTER_PARENS_QUERY, PCRE2_ERROR_UNRECOGNIZED_AFTER_QUERY_P: .unknownGroupKind
            case PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH: .lookBehindLength
            case PCRE2_ERROR_PATTERN_TOO_LARGE, PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP,
                PCRE2_ERROR_PATTERN_TOO_COMPLICATED, PCRE2_ERROR_PATTERN_STRING_TOO_LONG:
                .tooLarge
            default: .other
            }
    }
}

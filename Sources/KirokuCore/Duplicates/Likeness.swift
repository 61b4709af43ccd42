/// How alike records must be to be taken for duplicates.
public enum Likeness: String, Sendable, Hashable, CaseIterable {
    /// The same values: 12.5 and 12.50 are, "Ann" and "ann" are not.
    case exact
    /// The same letters and signs, whatever their case, width and accents, the blanks between them, and the order of several
    /// choices.
    case folded
    /// As ``folded``, and longer texts may differ in a letter or two, but not in digits; all else must be the same.
    case similar

    /// The differences between texts that do not count.
    var folding: TextFolding { self == .exact ? .none : .letters }
}

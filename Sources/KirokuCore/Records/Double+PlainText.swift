extension Double {
    /// The shortest decimal form that reads back to the same number, as tables write it.
    ///
    /// That is `description`, but for whole numbers from 2⁵³ to 10¹⁶: there it is the digits, as a rule shorter
    /// than the exponent form that Swift changes to.
    var plainText: String {
        guard magnitude >= 0x1p53, magnitude < 1e16 else { return description }
        return "\(Int(self)).0"
    }
}

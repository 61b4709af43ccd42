extension SlideTimeError {
    /// What happened and what can be done, for the user.
    public var message: String { localized("A dialog takes from 0.1 to 5 seconds to slide in. Choose such a time.") }
}

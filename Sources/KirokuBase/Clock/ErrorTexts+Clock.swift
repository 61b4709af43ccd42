extension ClockError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .timeOutOfRange: localized("The clock cannot be set that far.")
        case .ratioOutOfRange:
            localized("The clock’s ratio must be from 0 to {most}.", ["most": localizedNumber(1_000_000)])
        }
    }
}

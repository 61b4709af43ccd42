extension BackupPolicyError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .intervalOutOfRange: localized("Backups can be up to 366 days apart. Choose such a time.")
        case .countOutOfRange:
            localized(
                "From 1 to {most} backups can be kept. Choose such a number.",
                ["most": localizedNumber(BackupPolicy.counts.upperBound)])
        }
    }
}

extension BackupPolicyError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .intervalOutOfRange: localized("Choose a time of up to 366 days between backups.")
        case .countOutOfRange:
            localized(
                "Choose a number of backups from 1 to {most}.",
                ["most": localizedNumber(BackupPolicy.counts.upperBound)])
        }
    }
}

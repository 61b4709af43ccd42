import KirokuCore

/// What the user should know about a document that is kept in sync.
struct SyncNotices {
    /// The limit that keeps changes from being received, and the time until which there is no retry.
    private var unread: (error: ServerError, until: ClockReading)?
    /// How many records are left out here because they are too long.
    var longCount = 0
    /// Whether another file on this machine is a copy of this one, and is kept in sync as well.
    var isCopy = false

    /// How long to wait before trying again to receive more than can be held.
    private static let restFromLimit = Duration.seconds(1_800)

    /// - Throws: why reading the differences is not retried yet.
    func checkReadable(at now: ClockReading) throws(ServerError) {
        if let unread, unread.until > now { throw unread.error }
    }

    /// Records that everything was received.
    mutating func didReceive() { unread = nil }

    /// Records that there is more than can be kept here.
    mutating func noteUnread(_ error: ServerError, at now: ClockReading) {
        if let unread, unread.until > now { return }
        unread = (error, now + Self.restFromLimit)
    }

    /// The notice to show: the most serious one.
    ///
    /// - Parameter other: the notice about the table.
    func shown(besides other: SharingNotice?) -> SharingNotice? {
        if let unread { return SharingNotice(.notReceived(reason: unread.error.message), compared: nil) }
        if let other { return other }
        if longCount > 0 { return SharingNotice(.tooLong(count: longCount), compared: nil) }
        return isCopy ? SharingNotice(.isCopy, compared: nil) : nil
    }
}

import CPostgreSQL
import Glibc

/// Checks whose program is at the other end of a local socket.
enum LocalPeer {
    /// Whether the program there may receive a password: it belongs to this user, the administrator or PostgreSQL's own
    /// user, or the connection is not a local socket, so that its identity is checked in other ways.
    static func isTrusted(_ descriptor: Int32) -> Bool {
        var user: UInt32 = 0
        guard kiroku_peer_user(descriptor, &user) != 0 else { return true }
        return isTrusted(user: user)
    }

    static func isTrusted(user: UInt32) -> Bool {
        user == 0 || user == geteuid() || user == getpwnam("postgres")?.pointee.pw_uid
    }
}

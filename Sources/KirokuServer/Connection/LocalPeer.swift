import CPostgreSQL
import Glibc

/// Whose program is at the other end of a socket on this machine.
enum LocalPeer {
    /// Whether the program there may be told a password: it is of this user, of the administrator or of PostgreSQL's own user,
    /// or it is on another line, where other things prove who it is.
    static func isTrusted(_ descriptor: Int32) -> Bool {
        var user: UInt32 = 0
        guard kiroku_peer_user(descriptor, &user) != 0 else { return true }
        return isTrusted(user: user)
    }

    static func isTrusted(user: UInt32) -> Bool {
        user == 0 || user == geteuid() || user == getpwnam("postgres")?.pointee.pw_uid
    }
}

import Glibc

/// What a connection notifies others of: a single word, because anyone in the database may listen.
enum Ping: String {
    /// Anything may have changed.
    case changes = ""
    /// A person has come, moved or left.
    case people = "here"

    /// - Parameter word: the payload; an unknown one also means that something may have changed.
    init(_ word: UnsafePointer<CChar>?) {
        self = word.map { strcmp($0, Self.people.rawValue) == 0 } == true ? .people : .changes
    }
}

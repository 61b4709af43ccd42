import Glibc

/// Of what a connection notifies others: a word says it all, as anybody in the database may listen.
enum Ping: String {
    /// Anything may have changed.
    case changes = ""
    /// Somebody has come, is somewhere else now, or leaves.
    case people = "here"

    /// - Parameter word: what came with it; whatever it is, it is worth looking.
    init(_ word: UnsafePointer<CChar>?) {
        self = word.map { strcmp($0, Self.people.rawValue) == 0 } == true ? .people : .changes
    }
}

import KirokuCore

/// What is kept here of a table of another program.
enum JoinWay: Int, CaseIterable {
    /// All of it, in step with the server.
    case all
    /// The records that a condition takes, in step with the server.
    case part
    /// Nothing: it is looked at in the server.
    case look

    /// What the user chooses.
    var name: String {
        switch self {
        case .all: localized("Keep all of it here")
        case .part: localized("Keep a part of it here")
        case .look: localized("Look at it in the server")
        }
    }
}

import KirokuCore

/// What people are called who have come through a server.
///
/// Their programs give their names, which may be anything; the server says by which role it has let them in. Where that is
/// another name, it stands beside the first.
struct ShownNames: Sendable {
    /// The role as which this user has connected.
    let own: String

    /// How many letters of a name are shown.
    static let limit = 60

    /// - Parameters:
    ///   - name: which a program has given.
    ///   - role: as the server knows it; `nil` if it is not known.
    func shown(_ name: String, role: String?) -> String {
        let name = String(ServerText.line(name).prefix(Self.limit))
        guard let role, !role.isEmpty, role.lowercased() != name.lowercased(),
            !(role == own && name == CommitAuthor.current.person)
        else { return name }
        return name.isEmpty ? role : localized("{person} (as {role})", ["person": name, "role": role])
    }
}

import KirokuCore

/// The names to show for people that a server reports.
///
/// Their programs send their names, which may be anything; the server tells the role they have logged in as. If the
/// role has a different name, it is shown beside the first one.
struct ShownNames: Sendable {
    /// The role as which this user has connected.
    let own: String

    /// How many characters of a name are shown.
    static let limit = 60

    /// - Parameters:
    ///   - name: the name sent by a program.
    ///   - role: the role on the server; `nil` if unknown.
    func shown(_ name: String, role: String?) -> String {
        let name = String(ServerText.line(name).prefix(Self.limit))
        guard let role, !role.isEmpty, role.lowercased() != name.lowercased(),
            !(role == own && name == CommitAuthor.current.person)
        else { return name }
        return name.isEmpty ? role : localized("{person} (as {role})", ["person": name, "role": role])
    }
}

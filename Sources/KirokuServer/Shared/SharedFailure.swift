import KirokuCore

/// The meaning of a server's refusal of an edit.
enum SharedFailure: Sendable {
    /// Others have changed the same things, or the fields.
    case changed
    /// Others keep the records locked.
    case busy
    /// Another copy of the document uses the same identity.
    case otherDesk
    /// The edit is impossible; a sentence says why.
    case refused(String)
    /// Not about the edit: nothing can be written at the moment.
    case notNow(ServerError)

    /// - Parameter layout: the document's layout; `nil` for another program's table, whose keys have that program's
    ///   meaning.
    init(_ failure: PipelineError, of layout: SharedLayout?) {
        self =
            switch failure.code {
            // Raised by the functions in the document's schema.
            case "KR002", "KR004": .changed
            // A column or the table has been renamed.
            case "42703", "42P01": .changed
            case "23505" where layout?.isNumberOfEdit(failure.constraint) == true: .otherDesk
            // It is a new edit, because all edits in doubt were settled when this connection began. So another copy
            // with the same identity, or a later state of this file, has used the number.
            case "KR005": .otherDesk
            // A record that others have added, or this copy under another identity.
            case "23505" where layout?.isIdentity(failure.constraint) == true: .changed
            // Locked by others for too long, or similar; another attempt may succeed.
            case "40001", "40P01", "55P03", "57014": .busy
            // Read-only: a standby behind the same address.
            case "25006": .notNow(failure.error)
            case let code where code.hasPrefix("08") || ServerError.isAboutServer(code): .notNow(failure.error)
            case "22P02" where RaisedSign(in: failure.error.message) == .changed: .changed
            default: .refused(RaisedSign.reason(in: failure.error.message))
            }
    }

    /// Whether the server already has the edit.
    static func isKnown(_ failure: PipelineError) -> Bool { failure.code == "KR003" }
}

extension SharedLayout {
    /// Whether a constraint keeps the numbers of a copy's edits unique.
    fileprivate func isNumberOfEdit(_ constraint: ServerConstraint?) -> Bool {
        constraint == ServerConstraint("commits_desk_n_key", of: "\(SQLText.name(home)).\(SQLText.name("commits"))")
    }

    /// Whether a constraint keeps the identities of records unique.
    fileprivate func isIdentity(_ constraint: ServerConstraint?) -> Bool {
        constraint != nil && constraint == keyConstraint.map { ServerConstraint($0, of: table) }
    }
}

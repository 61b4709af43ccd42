import KirokuCore

/// What the server's refusal of an edit means.
enum SharedFailure: Sendable {
    /// Others have changed the same, or the fields.
    case changed
    /// Others keep the records locked.
    case busy
    /// Another copy of the document goes by the same name.
    case otherDesk
    /// It is not possible; a sentence says why.
    case refused(String)
    /// It is not about the edit: nothing can be written at the moment.
    case notNow(ServerError)

    /// - Parameter layout: the document's; `nil` for another program's table, whose keys mean what that program says.
    init(_ failure: PipelineError, of layout: SharedLayout?) {
        self =
            switch failure.code {
            // Raised by the functions in the document's schema.
            case "KR002", "KR004": .changed
            // A column or the table has another name by now.
            case "42703", "42P01": .changed
            case "23505" where layout?.isNumberOfEdit(failure.constraint) == true: .otherDesk
            // It is a new one, because whatever was in doubt was settled when this connection began: a copy that goes by the
            // same name, or by which an older state of the file was replaced, has been there.
            case "KR005": .otherDesk
            // A record that others have put in, or this copy under another name.
            case "23505" where layout?.isIdentity(failure.constraint) == true: .changed
            // Locked by others for too long, or another error of the same kind at the next attempt.
            case "40001", "40P01", "55P03", "57014": .busy
            // Only to be read: a standby behind the same address.
            case "25006": .notNow(failure.error)
            case let code where code.hasPrefix("08") || ServerError.isAboutServer(code): .notNow(failure.error)
            case "22P02" where RaisedSign(in: failure.error.message) == .changed: .changed
            default: .refused(RaisedSign.reason(in: failure.error.message))
            }
    }

    /// Whether the server has the edit already.
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

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

    init(_ failure: PipelineError) {
        self =
            switch failure.code {
            // Raised by the functions in the document's schema.
            case "KR001", "KR002", "KR004": .changed
            // A column or the table has another name by now.
            case "42703", "42P01": .changed
            case "23505" where failure.constraint == "commits_desk_n_key": .otherDesk
            // A record that others have put in, or this copy under another name.
            case "23505" where failure.constraint.hasSuffix("_pkey"): .changed
            // Locked by others for too long, or another error of the same kind at the next attempt.
            case "40001", "40P01", "55P03", "57014": .busy
            // Only to be read: a standby behind the same address.
            case "25006": .notNow(failure.error)
            case _ where ["08", "53", "57", "58", "XX"].contains(failure.code.prefix(2)): .notNow(failure.error)
            default: .refused(failure.error.message)
            }
    }

    /// Whether the server has the edit already.
    static func isKnown(_ failure: PipelineError) -> Bool { failure.code == "KR003" }
}

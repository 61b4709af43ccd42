import KirokuCore

extension ServerError {
    /// The error for the server's answer to a statement, by its code (SQLSTATE).
    init(code: String, reason: String, server: String) {
        self =
            switch code {
            case "42501": .noRight(reason: reason)
            case "55P03", "40P01", "40001": .busy
            case "57P01", "57P02", "57P03", "57P05", "08000", "08003", "08006", "25P03": .lost(server: server)
            case "57014": .noAnswer(server: server)
            case "53300": .notReady(server: server, reason: reason)
            case "25006": .noRight(reason: reason)
            case _ where Self.isAboutServer(code): .unable(server: server, reason: reason)
            case _ where code.hasPrefix("22") || code.hasPrefix("23") || code == "44000" || code == "P0001":
                .refusedRecord(record: nil, reason: reason)
            default: .refused(reason: reason)
            }
    }

    /// Whether a code is about the server, not about the statement: its resources, an operator, the system, the program
    /// itself.
    static func isAboutServer(_ code: String) -> Bool { ["53", "57", "58", "XX"].contains(code.prefix(2)) }

    /// The error for a failed connection, from libpq's verbose message in English.
    init(connecting text: String, server: String, database: String) {
        let said = ServerText.sentence(in: text)
        if let code = ServerText.code(in: text) {
            self =
                switch code {
                case "28P01": .wrongPassword(server: server)
                case "3D000": .noDatabase(database)
                case "53300", "57P03", "57P01": .notReady(server: server, reason: said)
                default: .notAdmitted(server: server, reason: said)
                }
            return
        }
        let reason = Self.withoutAddress(said)
        let has = { (words: [String]) in words.contains { said.contains($0) } }
        if has(["no password supplied"]) {
            self = .passwordNeeded(server: server)
        } else if has(["channel binding"]) {
            self = .unproven(server: server)
        } else if has(["does not support SSL", "server refused SSL"]) {
            self = .cannotEncrypt(server: server)
        } else if has(["certificate", "SSL"]) {
            self = .untrusted(server: server, reason: reason)
        } else if has(["timeout expired", "Connection timed out"]) {
            self = .noAnswer(server: server)
        } else {
            self = .unreachable(server: server, reason: reason)
        }
    }

    /// libpq's sentence without the address before it, which the user's message already contains.
    ///
    /// For a name with several addresses, such as ::1 and 127.0.0.1, it tries one after another; the last one counts.
    private static func withoutAddress(_ text: String) -> String {
        guard text.hasPrefix("connection to server"), let last = text.ranges(of: "connection to server").last,
            let end = text[last.upperBound...].firstRange(of: "failed: ")
        else { return text }
        let reason = text[end.upperBound...]
        // Cuts a question that is meant for administrators.
        let question = reason.firstRange(of: " Is the server running")?.lowerBound ?? reason.endIndex
        return String(reason[..<question])
    }
}

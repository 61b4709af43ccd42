import CSecret
import KirokuServer

/// The attributes that identify a password in the Secret Service: server, port, database and user.
struct SecretAttributes {
    private let secret: KirokuSecret
    private let values: [(name: String, value: String)]
    /// The label that the desktop's password manager shows.
    private let label: String

    /// The kind of passwords that are Kiroku's.
    private static let kind = "io.github.kiroku.Kiroku.Server"

    init(_ account: ServerAccount, _ secret: KirokuSecret) {
        self.secret = secret
        values = [
            ("server", account.server), ("port", account.port), ("database", account.database),
            ("user", account.user),
        ]
        label = "Kiroku: \(account.user)@\(account.server)/\(account.database)"
    }

    /// The password stored under these attributes; `nil` if there is none, it is locked, or the service does not
    /// answer.
    func find(mayUnlock: Bool, _ stop: StopSign) -> String? {
        let flags = kiroku_secret_load | (mayUnlock ? kiroku_secret_unlock : 0)
        return withAttributes { schema, attributes in
            var error: UnsafeMutablePointer<GError>?
            let found = secret.search(nil, schema, attributes, Int32(flags), stop.cancellable, &error)
            g_clear_error(&error)
            guard let found else { return nil }
            defer { g_list_free_full(found, secret.object_unref) }
            guard let item = found.pointee.data, let value = secret.item_secret(item) else { return nil }
            defer { secret.value_unref(value) }
            return secret.value_text(value).map { String(cString: $0) }
        }
    }

    /// Stores a password under these attributes.
    ///
    /// - Returns: why it could not be stored; `nil` if it was.
    func store(_ password: String, _ stop: StopSign) -> PasswordSourceError? {
        withAttributes { schema, attributes in
            var error: UnsafeMutablePointer<GError>?
            let isKept = secret.store(schema, attributes, nil, label, password, stop.cancellable, &error)
            defer { g_clear_error(&error) }
            guard isKept == 0 else { return nil }
            guard let error else { return PasswordSourceError(reason: "") }
            let isLocked = g_error_matches(error, secret.error_quark(), gint(kiroku_secret_is_locked)) != 0
            return PasswordSourceError(reason: String(cString: error.pointee.message), isLocked: isLocked)
        }
    }

    private func withAttributes<Value>(
        _ body: (UnsafeMutableRawPointer?, OpaquePointer?) -> Value
    ) -> Value {
        let table = { g_hash_table_new_full(g_str_hash, g_str_equal, g_free, nil) }
        let (types, texts) = (table(), g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free))
        defer { for table in [types, texts] { g_hash_table_unref(table) } }
        for (name, value) in values {
            // The type of texts is 0.
            g_hash_table_insert(types, g_strdup(name), nil)
            g_hash_table_insert(texts, g_strdup(name), g_strdup(value))
        }
        let schema = secret.schema_new(Self.kind, 0, types)
        defer { secret.schema_unref(schema) }
        return body(schema, texts)
    }
}

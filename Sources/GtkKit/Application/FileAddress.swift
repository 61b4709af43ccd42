import CGtk

/// What other programs call files.
@MainActor
public enum FileAddress {
    /// The path under which a file can be reached; `nil` for one that is on no disk of this computer.
    ///
    /// - Parameter uri: such as `file:///home/aiko/a%20b.tsv`.
    public static func path(ofURI uri: String) -> String? {
        guard let file = g_file_new_for_uri(uri) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}

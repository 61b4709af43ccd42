import CGtk

/// The desktop's trash.
public enum Trash {
    /// Moves a file or folder to the trash; may take as long as the disk.
    ///
    /// - Returns: the system's own words if it cannot be moved there; `nil` if it was.
    public nonisolated static func move(_ path: String) -> String? {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        var error: UnsafeMutablePointer<GError>?
        guard g_file_trash(file, nil, &error) == 0 else { return nil }
        defer { g_clear_error(&error) }
        return error.flatMap { String(cString: $0.pointee.message) } ?? ""
    }
}

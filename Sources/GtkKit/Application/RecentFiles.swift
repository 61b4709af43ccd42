import CGtk

/// The desktop's list of recently used files.
@MainActor
public enum RecentFiles {
    /// Puts a file at the top of the list; does nothing for a path that is not absolute.
    public static func add(path: String) {
        guard let uri = g_filename_to_uri(path, nil, nil) else { return }
        defer { g_free(uri) }
        gtk_recent_manager_add_item(gtk_recent_manager_get_default(), uri)
    }
}

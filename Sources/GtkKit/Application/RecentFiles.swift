import CGtk

/// The desktop's list of recently used files.
@MainActor
public enum RecentFiles {
    public static func add(path: String) {
        guard let uri = g_filename_to_uri(path, nil, nil) else { return }
        defer { g_free(uri) }
        gtk_recent_manager_add_item(gtk_recent_manager_get_default(), uri)
    }
}

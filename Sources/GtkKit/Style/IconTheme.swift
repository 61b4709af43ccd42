import CGtk

/// The icons that are found by their names.
@MainActor
public enum IconTheme {
    /// Also finds the icons in a folder, as files named for them, after those that are installed.
    public static func add(folder: String) {
        gtk_icon_theme_append_search_path(gtk_icon_theme_get_default(), folder)
    }
}

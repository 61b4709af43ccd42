import CGtk

/// Whether the user wants things to move.
@MainActor
public enum Animations {
    /// What the desktop's settings say at this moment.
    public static var areEnabled: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        return kiroku_get_bool_property(UnsafeMutableRawPointer(settings), "gtk-enable-animations") != 0
    }
}

import CGtk

/// GTK itself, for programs and tests that have no ``Application``, which starts it too.
@MainActor
public enum Toolkit {
    /// Starts GTK and the bridge to the main actor.
    ///
    /// Returns whether there is a display to show windows on.
    public static func start() -> Bool {
        guard gtk_init_check(nil, nil) != 0 else { return false }
        MainQueueBridge.install()
        return true
    }
}

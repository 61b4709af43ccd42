import CGtk

/// Keys pressed before the widget that they are meant for was there, in order.
@MainActor
public final class KeptKeys {
    private var events: [UnsafeMutablePointer<GdkEvent>] = []

    /// Creates an empty store of keys.
    public init() {}

    isolated deinit {
        drop()
    }

    /// Keeps the press or release of a key.
    public func keep(_ key: KeyEvent) {
        if let event = gdk_event_copy(key.event) { events.append(event) }
    }

    /// Lets GTK handle the keys, one by one, as if they were pressed now.
    ///
    /// - Parameter continues: asked before each key; once it returns `false`, the remaining keys are kept.
    public func giveBack(while continues: () -> Bool) {
        while !events.isEmpty, continues() {
            let event = events.removeFirst()
            gtk_main_do_event(event)
            gdk_event_free(event)
        }
    }

    /// Forgets the keys.
    public func drop() {
        for event in events { gdk_event_free(event) }
        events = []
    }
}

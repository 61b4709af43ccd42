import CGtk

/// Keys that were pressed before what they are meant for was there, in their order.
@MainActor
public final class KeptKeys {
    private var events: [UnsafeMutablePointer<GdkEvent>] = []

    /// None yet.
    public init() {}

    isolated deinit {
        drop()
    }

    /// Keeps the press or release of a key.
    public func keep(_ key: KeyEvent) {
        if let event = gdk_event_copy(key.event) { events.append(event) }
    }

    /// Has GTK handle the keys as if they came now, one by one.
    ///
    /// - Parameter goesOn: asked before each key; the others stay kept.
    public func giveBack(while goesOn: () -> Bool) {
        while !events.isEmpty, goesOn() {
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

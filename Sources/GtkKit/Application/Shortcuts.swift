import CGtk

/// A function that keys have, for the list of ``shortcutsWindow(_:)``.
public struct Shortcut: Sendable, Hashable {
    /// The function of the keys.
    public let title: String
    /// The keys in GTK's notation, such as "<Primary>z"; each of them has the function.
    public let keys: [String]

    /// Creates a shortcut with these keys for the action that `title` describes.
    public init(_ title: String, _ keys: String...) {
        self.init(title, keys: keys)
    }

    /// Creates a shortcut with these keys for the action that `title` describes.
    public init(_ title: String, keys: [String]) {
        self.title = title
        self.keys = keys
    }
}

/// Shortcuts under a heading, on a separate page.
public struct ShortcutGroup: Sendable {
    /// The heading.
    public let title: String
    /// The shortcuts under the heading, in this order.
    public let shortcuts: [Shortcut]

    /// Creates a group with a heading.
    public init(_ title: String, _ shortcuts: [Shortcut]) {
        self.title = title
        self.shortcuts = shortcuts
    }
}

/// A window that lists keys and can search them; Esc hides it.
///
/// Keep the window and show it again: GTK's accessibility asks for the parents of destroyed parts.
///
/// - Parameter groups: the contents; shortcuts without keys are left out.
@MainActor
public func shortcutsWindow(_ groups: [ShortcutGroup]) -> Window {
    let window = shortcutPart(gtk_shortcuts_window_get_type())
    for (place, group) in groups.enumerated() {
        // One section for each group: two columns would be wider than a small window.
        let section = shortcutPart(gtk_shortcuts_section_get_type(), title: group.title)
        kiroku_string_property(section.object, "section-name", "\(place)")
        kiroku_uint_property(section.object, "max-height", guint(group.shortcuts.count + 1))
        let part = shortcutPart(gtk_shortcuts_group_get_type(), title: group.title)
        for shortcut in group.shortcuts where !shortcut.keys.isEmpty {
            let line = shortcutPart(gtk_shortcuts_shortcut_get_type(), title: shortcut.title)
            kiroku_string_property(line.object, "accelerator", shortcut.keys.joined(separator: " "))
            gtk_container_add(part.cast(to: GtkContainer.self), line.pointer)
        }
        gtk_container_add(section.cast(to: GtkContainer.self), part.pointer)
        gtk_container_add(window.cast(to: GtkContainer.self), section.pointer)
    }
    Signals.connectEvent(window.object, "delete-event") { _ in
        gtk_widget_hide(window.pointer)
        return true
    }
    return Window(pointer: window.pointer)
}

/// A part of the window, which is visible when its parent is.
@MainActor
private func shortcutPart(_ type: GType, title: String? = nil) -> AnyWidget {
    let object = made(kiroku_object_new(type))
    let part = AnyWidget(object.assumingMemoryBound(to: GtkWidget.self))
    guard let title else { return part }
    kiroku_string_property(part.object, "title", title)
    gtk_widget_show(part.pointer)
    return part
}

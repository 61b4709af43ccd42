import CGtk

/// A button that can be pressed.
public struct Button: Widget {
    /// The `GtkButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The text on the button, with the underscore of a mnemonic; empty for a button that shows an icon.
    public var caption: String {
        get { gtk_button_get_label(cast(to: GtkButton.self)).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_button_set_label(cast(to: GtkButton.self), newValue) }
    }
}

/// Creates a button with a caption.
///
/// An underscore before a letter makes that letter the mnemonic.
@MainActor
public func button(
    _ caption: String, tooltip: String? = nil, action: String? = nil,
    pressed: (@MainActor () -> Void)? = nil
) -> Button {
    let widget = made(gtk_button_new_with_mnemonic(caption))
    return setUp(Button(pointer: widget), tooltip: tooltip, action: action, pressed: pressed)
}

/// Creates a button with a symbolic icon; `name` is for screen readers, and is the default tooltip.
@MainActor
public func iconButton(
    _ icon: String, name: String, tooltip: String? = nil, action: String? = nil,
    pressed: (@MainActor () -> Void)? = nil
) -> Button {
    let widget = made(gtk_button_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON))
    let made = setUp(Button(pointer: widget), tooltip: tooltip ?? name, action: action, pressed: pressed)
    made.accessibleName = name
    return made
}

@MainActor
private func setUp(
    _ button: Button, tooltip: String?, action: String?, pressed: (@MainActor () -> Void)?
) -> Button {
    button.setTooltip(tooltip)
    gtk_widget_set_valign(button.pointer, GTK_ALIGN_CENTER)
    if let action { button.onPress(action) }
    if let pressed { Signals.connect(button.object, "clicked", pressed) }
    return button
}

extension Button {
    /// Gives the button the look of a link, for an action that is needed less often than those of the buttons beside
    /// it.
    public func styleAsLink() {
        gtk_button_set_relief(cast(to: GtkButton.self), GTK_RELIEF_NONE)
        gtk_widget_set_state_flags(pointer, GTK_STATE_FLAG_LINK, 0)
    }

    /// Puts the caption at the start of the button, as in a menu.
    public func alignCaptionAtStart() {
        guard let caption = gtk_bin_get_child(cast(to: GtkBin.self)) else { return }
        gtk_widget_set_halign(caption, GTK_ALIGN_START)
    }

    /// Connects the button to the action of that name, such as "win.undo".
    public func onPress(_ action: String) {
        gtk_actionable_set_detailed_action_name(OpaquePointer(object), action)
        remember(action: action)
    }

    /// Calls `body` when the button is pressed.
    public func onPress(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "clicked", body)
    }
}

extension Widget where Self: IconButton {
    /// Shows words beside the button's icon, or with `nil` only the icon; its name stays.
    public func setWords(_ words: String?) {
        let button = cast(to: GtkButton.self)
        gtk_button_set_label(button, words)
        gtk_button_set_always_show_image(button, 1)
    }
}

/// A button that can have an icon and words.
public protocol IconButton: Widget {}

extension Button: IconButton {}

extension ToggleButton: IconButton {}

/// A button with a caption that fits it, for buttons of a fixed size.
public struct CaptionButton: Widget {
    /// The `GtkButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>
    private let label: Label

    fileprivate init(pointer: UnsafeMutablePointer<GtkWidget>, label: Label) {
        self.pointer = pointer
        self.label = label
    }

    /// The text on the button, without the underscore of a mnemonic.
    public var text: String { label.text }

    /// Sets the text on the button; an underscore before a letter makes that letter the mnemonic.
    public func setCaption(_ caption: String) {
        gtk_label_set_text_with_mnemonic(label.cast(to: GtkLabel.self), caption)
        accessibleName = label.text
    }

    /// Sets the caption's size so that all of it fits on a button of this size; if it cannot, the tooltip shows it.
    ///
    /// See ``Label/fit(size:width:height:)``.
    public func fit(size: Int, width: Int, height: Int) {
        let frame = frame
        let isWhole = label.fit(size: size, width: width - frame.across, height: height - frame.upright)
        setTooltip(isWhole ? nil : label.text)
    }

    /// The width in pixels that the button needs for the whole caption at this size (see
    /// ``Label/fit(size:width:height:)``).
    public func neededWidth(size: Int) -> Int { label.textWidth(size: size) + frame.across + 2 * Self.air }

    /// The room that the button's border and padding take, in pixels.
    private var frame: (across: Int, upright: Int) {
        let context = gtk_widget_get_style_context(pointer)
        let state = gtk_style_context_get_state(context)
        var padding = GtkBorder()
        var border = GtkBorder()
        gtk_style_context_get_padding(context, state, &padding)
        gtk_style_context_get_border(context, state, &border)
        return (
            Int(padding.left + padding.right + border.left + border.right),
            Int(padding.top + padding.bottom + border.top + border.bottom)
        )
    }

    /// The space that looks right beside a caption, in addition to the padding.
    private static let air = 8

    /// Calls `body` when the button is pressed.
    public func onPress(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "clicked", body)
    }
}

/// Creates a button with this caption, which fills the room that it gets.
@MainActor
public func captionButton(_ caption: String) -> CaptionButton {
    let widget = made(gtk_button_new())
    let text = label(alignment: .center)
    let button = CaptionButton(pointer: widget, label: text)
    gtk_container_add(button.cast(to: GtkContainer.self), text.pointer)
    gtk_label_set_mnemonic_widget(text.cast(to: GtkLabel.self), widget)
    button.setCaption(caption)
    return button
}

/// Creates a link to a web page, which opens in the desktop's browser.
@MainActor
public func linkButton(_ caption: String, address: String) -> Button {
    let widget = made(gtk_link_button_new_with_label(address, caption))
    let button = Button(pointer: widget)
    button.setTooltip(address)
    return button
}

/// Creates a large icon for decoration.
@MainActor
public func largeIcon(_ icon: String, size: Int) -> AnyWidget {
    let widget = made(gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_DIALOG))
    gtk_image_set_pixel_size(
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkImage.self), Int32(clamping: size))
    let image = AnyWidget(widget)
    // The text beside it describes what it shows.
    atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_ICON)
    return image
}

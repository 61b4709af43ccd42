import CGtk

/// A press of a key.
@MainActor
public struct KeyEvent {
    /// The key, apart from the modifiers held with it.
    public let key: Key
    /// The modifiers that were held.
    public let modifiers: Modifiers
    let event: UnsafeMutablePointer<GdkEvent>

    init(_ event: UnsafeMutablePointer<GdkEvent>) {
        self.event = event
        key = Key(code: event.pointee.key.keyval)
        modifiers = Modifiers(state: event.pointee.key.state)
    }

    /// Whether the key types something, directly or through an input method, rather than giving a command.
    public var isTyping: Bool {
        guard modifiers.isDisjoint(with: [.control, .alt, .super]) else { return false }
        switch key {
        case .character, .compose: return true
        default: return false
        }
    }
}

/// The keys that commands use; every other key is the character that it types.
public enum Key: Sendable, Hashable {
    case left, right, up, down, home, end, pageUp, pageDown
    case tab, enter, escape, delete, backspace, space
    /// The key that opens a context menu.
    case menu
    case function(Int)
    case character(Character)
    /// A dead key, or another key that only begins a character.
    case compose
    case other

    init(code: guint) {
        if let named = Self.named[Int32(bitPattern: code)] {
            self = named
        } else if (guint(GDK_KEY_F1)...guint(GDK_KEY_F12)).contains(code) {
            self = .function(Int(code - guint(GDK_KEY_F1)) + 1)
        } else if let scalar = Unicode.Scalar(gdk_keyval_to_unicode(code)), scalar.value >= 0x20, scalar.value != 0x7f {
            self = .character(Character(scalar))
        } else {
            self = (0xfe50...0xfe93).contains(code) || (0xff20...0xff3f).contains(code) ? .compose : .other
        }
    }

    private static let named: [Int32: Key] = [
        GDK_KEY_Left: .left, GDK_KEY_KP_Left: .left, GDK_KEY_Right: .right, GDK_KEY_KP_Right: .right,
        GDK_KEY_Up: .up, GDK_KEY_KP_Up: .up, GDK_KEY_Down: .down, GDK_KEY_KP_Down: .down,
        GDK_KEY_Home: .home, GDK_KEY_KP_Home: .home, GDK_KEY_End: .end, GDK_KEY_KP_End: .end,
        GDK_KEY_Page_Up: .pageUp, GDK_KEY_KP_Page_Up: .pageUp,
        GDK_KEY_Page_Down: .pageDown, GDK_KEY_KP_Page_Down: .pageDown,
        GDK_KEY_Tab: .tab, GDK_KEY_KP_Tab: .tab, GDK_KEY_ISO_Left_Tab: .tab,
        GDK_KEY_Return: .enter, GDK_KEY_KP_Enter: .enter, GDK_KEY_ISO_Enter: .enter,
        GDK_KEY_Escape: .escape, GDK_KEY_Delete: .delete, GDK_KEY_KP_Delete: .delete,
        GDK_KEY_BackSpace: .backspace, GDK_KEY_space: .space, GDK_KEY_KP_Space: .space,
        GDK_KEY_Menu: .menu,
    ]
}

/// The keys that are held together with another key or a click.
public struct Modifiers: OptionSet, Sendable {
    /// The bits of GDK's modifier mask.
    public let rawValue: UInt32

    /// Creates the modifiers of a GDK mask; other bits are kept but have no meaning here.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The Shift key.
    public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
    /// The Ctrl key.
    public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
    /// The Alt key, which is GDK's first modifier.
    public static let alt = Modifiers(rawValue: GDK_MOD1_MASK.rawValue)
    /// The key with a logo, which belongs to the desktop rather than to programs.
    public static let `super` = Modifiers(rawValue: GDK_SUPER_MASK.rawValue)

    /// Only the modifiers above, without Caps Lock and the like.
    init(state: guint) {
        self = Modifiers(rawValue: state).intersection([.shift, .control, .alt, .super])
    }
}

/// A click or a movement of the pointer, in the canvas's pixels.
@MainActor
public struct PointerEvent {
    /// The distance from the canvas's left edge; negative or beyond its width when dragged outside.
    public let x: Double
    /// The distance from the canvas's upper edge; negative or beyond its height when dragged outside.
    public let y: Double
    /// The number of the button: 1 for the primary one, 0 for a movement.
    public let button: Int
    /// The number of clicks: 2 for the second press of a double click, 0 for a movement.
    public let clicks: Int
    /// The keys that were held down.
    public let modifiers: Modifiers
    /// Whether this is a movement with the primary button held down.
    public let isDragging: Bool

    init(button event: GdkEventButton) {
        x = event.x
        y = event.y
        button = Int(event.button)
        clicks = event.type == GDK_2BUTTON_PRESS ? 2 : event.type == GDK_3BUTTON_PRESS ? 3 : 1
        modifiers = Modifiers(state: event.state)
        isDragging = false
    }

    init(motion event: GdkEventMotion) {
        x = event.x
        y = event.y
        button = 0
        clicks = 0
        modifiers = Modifiers(state: event.state)
        isDragging = event.state & GDK_BUTTON1_MASK.rawValue != 0
    }
}

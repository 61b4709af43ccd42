import CGtk

/// A click or a movement of the pointer, in the canvas's pixels.
@MainActor
public struct PointerEvent {
    /// From the canvas's left edge; negative or beyond its width when dragged outside.
    public let x: Double
    /// From the canvas's upper edge; negative or beyond its height when dragged outside.
    public let y: Double
    /// 1 is the primary button; 0 in a movement.
    public let button: Int
    /// 2 for the second press of a double click.
    public let clicks: Int
    /// The keys that were held down.
    public let modifiers: Modifiers
    /// Whether the primary button is held down in a movement.
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

import GtkKit
import KirokuCore

/// A text of up to 16 MB with room around it, to read and edit, and to find something in.
///
/// Ctrl+F goes to the line that finds, F3 and Shift+F3 from place to place; Ctrl+Z and Ctrl+Shift+Z take edits back and
/// make them again.
@MainActor
public final class LargeTextView {
    /// The length of the longest text that can be edited, in bytes.
    public static let longest = 16 << 20

    /// The widget to put into a window or a sheet.
    public let widget = column(spacing: 6)
    /// Called on Ctrl+Enter in the text, where Enter breaks the line.
    public var onDone: (() -> Void)?
    private let area: TextArea
    private let long: LongText
    private let composition: Composition
    private let finding: LargeTextFinding
    private var original: String

    /// Creates a view of a text.
    ///
    /// - Parameters:
    ///   - text: at most ``longest`` bytes, without NUL.
    ///   - name: what screen readers call the text, such as the name of its field.
    ///   - isEditable: whether the text can be changed.
    public init(_ text: String, name: String, isEditable: Bool) {
        area = textArea(name: name)
        long = LongText(in: area)
        composition = Composition(in: area)
        original = text
        finding = LargeTextFinding(in: long)
        area.frameAsEntry()
        area.setPadding(horizontal: 8, vertical: 6)
        long.text = text
        area.isEditable = isEditable
        area.cursor = 0
        widget.append(finding.widget)
        widget.append(area.frame, fills: true)
        area.frame.setLeastSize(width: 360, height: 120)
        widget.onKey { [weak self] in self?.handle($0) ?? false }
        area.onKey { [weak self] in self?.edit($0) ?? false }
        area.onChange { [weak self] in self?.finding.textChanged() }
    }

    /// The current text, including what an input method is composing.
    public var text: String {
        composition.take()
        return long.text
    }

    /// Whether the text differs from the initial one, or from the last saved one.
    public var hasChanges: Bool { text != original }

    /// Records that the text has been saved.
    public func markKept() { original = text }

    /// Moves the focus to the text.
    public func grabFocus() { area.grabFocus() }

    private func handle(_ key: KeyEvent) -> Bool {
        switch key.key {
        case .character("f") where key.modifiers == .control: finding.grabFocus()
        case .function(3) where key.modifiers.isSubset(of: .shift): finding.step(forward: key.modifiers.isEmpty)
        case .character("g") where key.modifiers == .control: finding.step(forward: true)
        case .character("G") where key.modifiers == [.control, .shift]: finding.step(forward: false)
        default: return false
        }
        return true
    }

    private func edit(_ key: KeyEvent) -> Bool {
        if key.key == .enter, key.modifiers == .control {
            onDone?()
            return true
        }
        guard area.isEditable, key.modifiers.contains(.control) else { return false }
        switch key.key {
        case .character("z") where key.modifiers == .control: long.undoEdit()
        case .character("y") where key.modifiers == .control: long.redoEdit()
        case .character("Z"), .character("z"): long.redoEdit()
        default: return false
        }
        return true
    }
}

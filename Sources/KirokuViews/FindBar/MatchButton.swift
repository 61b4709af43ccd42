import GtkKit
import KirokuCore

/// A button whose menu shows which differences between texts matter in a search.
@MainActor
final class MatchButton {
    let widget: PopoverButton
    /// Called after the user has changed what is ignored.
    var onChange: ((TextDifferences) -> Void)?
    /// The differences that are ignored.
    var ignored: TextDifferences = [] {
        didSet { for (check, difference) in checks { check.isOn = !ignored.contains(difference) } }
    }
    private let checks: [(check: CheckButton, difference: TextDifferences)]

    /// Creates the button.
    ///
    /// - Parameters:
    ///   - icon: a symbolic icon; the letters “Aa” without.
    ///   - name: the name for screen readers.
    ///   - tooltip: the tooltip.
    ///   - others: further choices below those of this button.
    init(icon: String? = nil, name: String, tooltip: String, also others: [CheckButton] = []) {
        checks = [
            (checkButton(localized("Match c_ase")), .case), (checkButton(localized("Match _width")), .width),
        ]
        let content = column(spacing: 6)
        content.setMargins(horizontal: 12, vertical: 12)
        for check in checks.map(\.check) + others { content.append(check) }
        content.showAll()
        widget = popoverButton(icon, caption: icon == nil ? "Aa" : nil, name: name, tooltip: tooltip, content: content)
        for (check, difference) in checks {
            check.onToggle { [weak self] in self?.set(difference, isIgnored: check.isOn != true) }
        }
    }

    /// Changes whether a difference is ignored, as the user does.
    func toggle(_ difference: TextDifferences) { set(difference, isIgnored: !ignored.contains(difference)) }

    private func set(_ difference: TextDifferences, isIgnored: Bool) {
        guard isIgnored != ignored.contains(difference) else { return }
        if isIgnored { ignored.insert(difference) } else { ignored.remove(difference) }
        onChange?(ignored)
    }
}

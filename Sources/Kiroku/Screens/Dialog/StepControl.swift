import GtkKit
import KirokuPresentation

/// A slider for the steps of a sheet's layout, with the meaning of the chosen step.
@MainActor
final class StepControl<Step: SheetStep> {
    let widget: AnyWidget
    let scale: StepScale
    var onChange: ((Step) -> Void)?
    private let meaning: Label
    private let text: @MainActor (Step) -> String

    /// - Parameters:
    ///   - title: the caption, which is also the accessible name.
    ///   - ends: what the first and the last step mean, in a word or two.
    ///   - text: describes a step.
    init(
        _ title: String, _ type: Step.Type, ends: (String, String), _ text: @escaping @MainActor (Step) -> String
    ) {
        self.text = text
        scale = stepScale(name: title, steps: Step.allCases.map(\.name))
        meaning = label(alignment: .end, role: .muted)
        let top = row(spacing: 12)
        top.append(label(title))
        top.append(meaning, fills: true)
        let all = column()
        all.append(top)
        all.append(scale)
        let words = row(spacing: 12)
        words.append(label(ends.0, role: .muted), fills: true)
        words.append(label(ends.1, alignment: .end, role: .muted), fills: true)
        all.append(words)
        widget = AnyWidget(all)
        scale.onChange { [weak self] in
            guard let self else { return }
            updateText()
            onChange?(step)
        }
    }

    var step: Step {
        get { Step(rawValue: scale.step) ?? Step.allCases[Step.allCases.startIndex] }
        set {
            scale.step = newValue.rawValue
            updateText()
        }
    }

    private func updateText() {
        meaning.text = text(step)
        scale.setAccessibleDescription(meaning.text)
    }
}

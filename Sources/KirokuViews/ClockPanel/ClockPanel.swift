import GtkKit
import KirokuCore

/// Shifts a clock by hand: a field for hours, a button that applies them, and the resulting date and time.
@MainActor
public final class ClockPanel {
    /// The clock that is shifted.
    public let clock: AppClock
    /// To be put into a window.
    public let widget: Box

    private let hours = entry(name: localized("Hours"))
    private let result = label()
    private let messageLine = MessageLine()

    /// A panel for this clock.
    public init(clock: AppClock) {
        self.clock = clock
        widget = column(spacing: 6)
        let line = row()
        line.append(label(localized("Shift the clock by")))
        line.append(hours)
        line.append(label(localized("hours")))
        line.append(button(localized("_Shift")) { [weak self] in self?.shift() })
        widget.append(line)
        widget.append(result)
        widget.append(messageLine.widget)
        hours.setAlignment(.end)
        hours.text = "0"
        hours.onActivate { [weak self] in self?.shift() }
        attach(self, to: widget, key: "kiroku-clock-panel")
        showTime()
    }

    /// What is in the field.
    public var hoursText: String {
        get { hours.text }
        set { hours.text = newValue }
    }

    /// The date and time that are shown.
    public var resultText: String { result.text }

    /// What the panel says about the hours; `nil` if there is nothing wrong with them.
    public var message: Message? { messageLine.message }

    /// Sets the clock's shift to the hours in the field; says what is wrong if the field does not hold hours.
    public func shift() {
        let reader = EntryReader(type: .float)
        guard let number = Double(reader.read(hours.text)) else {
            let reason = reader.reason(hours.text)?.message(for: hours.text)
            return messageLine.show(Message(reason ?? localized("Enter a number of hours."), .error))
        }
        do {
            try clock.setShift(number * 3_600)
            messageLine.show(nil)
            showTime()
        } catch {
            messageLine.show(Message(error.message, .error))
        }
    }

    /// Shows the date and time that the clock shows now.
    public func showTime() {
        result.text = LocalTime(clock.now).text
    }
}

import GtkKit
import KirokuCore

/// Shifts a clock: an entry for hours, a button that applies them, and the resulting date and time.
@MainActor
public final class ClockPanel {
    /// The clock to shift.
    public let clock: AppClock
    /// The widget to put into a window.
    public let widget: Box

    private let hours = entry(name: localized("Hours"))
    private let result = label()
    private let messageLine = MessageLine()

    /// Creates a panel for this clock.
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

    /// The text in the entry.
    public var hoursText: String {
        get { hours.text }
        set { hours.text = newValue }
    }

    /// The shown date and time.
    var resultText: String { result.text }

    /// What is wrong with the hours; `nil` if nothing is.
    public var message: Message? { messageLine.message }

    /// Shifts the clock by the hours in the entry, or shows why they are invalid.
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

    /// Shows the clock's current date and time.
    func showTime() {
        result.text = LocalTime(clock.now).text
    }
}

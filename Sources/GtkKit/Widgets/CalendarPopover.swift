import CGtk
import Geometry

/// A month's calendar in a popover, in which a day is chosen with one click, or with the arrow keys and Enter.
@MainActor
public final class CalendarPopover {
    /// A day; the month is from 1 to 12.
    public typealias Day = (year: Int, month: Int, day: Int)

    /// Called with the chosen day, after the popover has closed.
    public var onChoose: ((Day) -> Void)?
    private let popover: Popover
    private let calendar: UnsafeMutablePointer<GtkWidget>
    /// Whether the button that is held down has selected a day, and whether it has moved to another month.
    private var (hasSelected, hasTurned) = (false, false)

    /// Creates a calendar that points to a widget, and lives as long.
    ///
    /// - Parameters:
    ///   - widget: the widget that it points to.
    ///   - name: the name for screen readers.
    public init(at widget: some Widget, name: String) {
        calendar = made(gtk_calendar_new())
        let content = AnyWidget(calendar)
        content.accessibleName = name
        content.setMargins(horizontal: 6, vertical: 6)
        popover = Popover(at: widget, name: name, content: content)
        connect()
    }

    /// Opens the calendar.
    ///
    /// - Parameters:
    ///   - place: the part of the widget that it points to; `nil` for all of it.
    ///   - day: the day that is selected at first.
    public func show(at place: Rectangle? = nil, day: Day) {
        let month = UnsafeMutableRawPointer(calendar).assumingMemoryBound(to: GtkCalendar.self)
        gtk_calendar_select_month(month, guint(day.month - 1), guint(day.year))
        gtk_calendar_select_day(month, guint(day.day))
        popover.open(at: place)
        gtk_widget_grab_focus(calendar)
    }

    private func connect() {
        let object = UnsafeMutableRawPointer(calendar)
        Signals.connect(object, "day-selected") { [weak self] in self?.hasSelected = true }
        for signal in ["prev-month", "next-month", "prev-year", "next-year"] {
            Signals.connect(object, signal) { [weak self] in self?.hasTurned = true }
        }
        Signals.connectEvent(object, "button-press-event") { [weak self] _ in
            self?.hasSelected = false
            self?.hasTurned = false
            return false
        }
        Signals.connectEvent(object, "button-release-event") { [weak self] _ in
            if let self, hasSelected, !hasTurned { choose() }
            return false
        }
        AnyWidget(calendar).onKey { [weak self] key in
            guard key.key == .enter || key.key == .space, key.modifiers.isEmpty else { return false }
            // GTK first selects the day under its cursor.
            MainLoop.whenIdle { self?.choose() }
            return false
        }
    }

    private func choose() {
        var (year, month, day): (guint, guint, guint) = (0, 0, 0)
        gtk_calendar_get_date(
            UnsafeMutableRawPointer(calendar).assumingMemoryBound(to: GtkCalendar.self), &year, &month, &day)
        popover.close()
        if day > 0 { onChoose?((Int(year), Int(month) + 1, Int(day))) }
    }
}

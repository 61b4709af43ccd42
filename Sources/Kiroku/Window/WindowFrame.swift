import GtkKit
import KirokuCore
import KirokuViews

/// The parts of a window that all its screens share.
///
/// What has no room in the header bar goes below the content: first the switcher of the screens, then the buttons of the
/// screen that is shown.
@MainActor
final class WindowFrame {
    let widget = column()
    let header = headerBar()
    let stack = GtkKit.stack()
    let status = row()
    let messageLine = MessageLine()
    /// Stands beside the message that another program has changed the document.
    let loadAgain = button(
        localized("_Load again…"),
        tooltip: localized("See what another program has written to the document, or save a copy of what is here"))
    /// Says that the document is being converted.
    let conversion = ProgressRow(name: localized("Progress of the conversion"))
    /// Stands beside the message that edits are not saved.
    let tryAgain = button(
        localized("_Try again"), tooltip: localized("Save the edits now instead of waiting for the next attempt"))
    /// Stand beside the message that says how the first line of a text was taken.
    let takeAsRecord = button(
        localized("Take it as a _record"), tooltip: localized("Read the text again: its first line is a record"))
    let takeAsNames = button(
        localized("Take it as _names"),
        tooltip: localized("Read the text again: its first line holds the names of the fields"))
    /// The buttons of the screens, those where reading begins and those at the far side.
    let (startTools, endTools) = (row(), row())

    private let (startSlot, endSlot, switcherSlot) = (row(), row(), row())
    private let toolBar = row()
    private let screenBar = row()
    /// Where the switcher is below the content: in a bar of its own, or between the screen's buttons.
    private let (screenPlace, middlePlace) = (row(), row())
    private let switcher: AnyWidget
    private var arrangement = HeaderRoom.Arrangement.wide
    private var isMeasuring = false
    private var isGone = false

    init() {
        switcher = stackSwitcher(of: stack, name: localized("Screens"))
        status.addStyleClass("kiroku-status")
        status.append(messageLine.widget, fills: true)
        for way in [loadAgain, tryAgain, takeAsRecord, takeAsNames] {
            status.append(way)
            way.isVisible = false
            way.setShownOnlyByItself()
        }
        for bar in [toolBar, screenBar] {
            bar.addStyleClass("kiroku-bar-below")
            bar.setShownOnlyByItself()
            bar.isVisible = false
        }
        for (place, bar) in [(screenPlace, screenBar), (middlePlace, toolBar)] {
            let centred = roomyOnly(place)
            centred.setCentered()
            bar.append(centred, fills: true)
            centred.showAll()
        }
        widget.append(header)
        widget.append(stack, fills: true)
        conversion.widget.addStyleClass("kiroku-status")
        widget.append(conversion.widget)
        widget.append(status)
        widget.append(toolBar)
        widget.append(screenBar)
        startSlot.append(startTools)
        endSlot.append(endTools)
        switcherSlot.append(switcher)
        widget.onDestroy { [weak self] in self?.isGone = true }
        attach(self, to: widget, key: "kiroku-window-frame")
    }

    /// Puts the buttons of the screens and their switcher into the header bar, between what is there on either side.
    func completeHeader() {
        header.append(roomyOnly(startSlot))
        header.appendAtEnd(roomyOnly(switcherSlot))
        header.appendAtEnd(roomyOnly(endSlot))
        header.onLayout { [weak self] in self?.fit() }
    }

    /// Frames the window while files are held over it that can be dropped there.
    func showDropping(_ isOver: Bool) {
        let style = "kiroku-dropping"
        if isOver { widget.addStyleClass(style) } else { widget.removeStyleClass(style) }
    }

    private func fit() {
        guard !isMeasuring else { return }
        isMeasuring = true
        // GTK takes no notice of what comes or goes while it lays out.
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            isMeasuring = false
            arrange(room.arrangement(in: header.laidOutWidth))
        }
    }

    private var room: HeaderRoom {
        let tools = startTools.naturalWidth + endTools.naturalWidth
        var fixed = header.naturalWidth - header.titleWidth
        if arrangement < .inOneBar { fixed -= tools }
        if arrangement < .switcherBelow { fixed -= switcher.naturalWidth }
        return HeaderRoom(
            fixed: fixed, title: header.titleWidth, tools: tools, switcher: switcher.naturalWidth)
    }

    private func arrange(_ new: HeaderRoom.Arrangement) {
        guard new != arrangement else { return }
        let old = arrangement
        arrangement = new
        if (old < .inOneBar) != (new < .inOneBar) {
            startTools.move(into: new < .inOneBar ? startSlot : toolBar)
            if new >= .inOneBar { toolBar.move(startTools, to: 0) }
            endTools.move(into: new < .inOneBar ? endSlot : toolBar, atEnd: new >= .inOneBar)
        }
        switcher.move(into: new == .wide ? switcherSlot : new == .inOneBar ? middlePlace : screenPlace)
        screenBar.isVisible = new == .switcherBelow || new == .inTwoBars
        toolBar.isVisible = new >= .inOneBar
    }
}

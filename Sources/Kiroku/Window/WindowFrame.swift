import GtkKit
import KirokuCore
import KirokuViews

/// The parts of a window that all its screens share.
///
/// What does not fit into the header bar goes below the content: first the switcher of the screens, then the buttons of
/// the current screen.
@MainActor
final class WindowFrame {
    let widget = column()
    let header = headerBar()
    let stack = GtkKit.stack()
    let status = row()
    let messageLine = MessageLine(endsGoodNews: true)
    private let newsLine = MessageLine()
    /// The sign before a message, and the button that closes a warning.
    let messageSigns: MessageSigns
    /// Appears beside what others have changed.
    let showChanges = button(
        localized("_Show"), tooltip: localized("Go to the next of these records and highlight the changes"))
    /// Appears while there are conflicts.
    let conflicts = button(
        localized("Reso_lve Conflicts…"),
        tooltip: localized("See edits that conflict with changes by others, and choose which to keep"))
    /// Appears while the server of a shared document asks for a password.
    let password = button(
        localized("_Password…"), tooltip: localized("Enter the password that the server asks for"))
    /// Appears while a shared document is not connected because the user has not allowed that.
    let connect = button(
        localized("Co_nnect…"),
        tooltip: localized("See where this document wants to connect, and decide whether to allow it"))
    /// Appears while edits wait that were made elsewhere.
    let others = button(
        localized("Edits Made _Elsewhere…"),
        tooltip: localized(
            "See what others have edited in this file, and choose whether to send it with your permissions"))
    /// Where the document is.
    let place = PlaceMenu()
    /// Who else has the document open.
    let people = PeopleLabel()
    /// Shows the progress of copying the document, or of moving it to another file system.
    let copying = ProgressRow(name: localized("Progress of the copy"))
    /// Appear beside the name of a conflict copy.
    let mergeCopy = button(localized("_Merge…"), tooltip: localized("See what the copy would change"))
    let leaveCopy = button(
        localized("_Not Now"), tooltip: localized("Ignore the copy until this window is closed"))
    /// Appears beside the message that edits are not saved.
    let tryAgain = button(localized("_Try Again"), tooltip: WindowFrame.whatTryingSaves)
    /// Appears there as well.
    let saveCopy = button(
        localized("Save a _Copy…"), tooltip: localized("Save the whole document somewhere else and continue there"))
    /// They appear beside the message about how a text was read.
    let revisions = TextRevision.allCases.map { ($0, button($0.caption, tooltip: $0.tooltip)) }
    let moreRevisions = menuButton(
        "view-more-symbolic", name: localized("Read It Differently"), menu: Menu([]))
    /// The screens' buttons, before the title.
    let tools = row()

    private let (toolSlot, switcherSlot) = (row(), row())
    private let toolBar = row()
    private let screenBar = row()
    /// The switcher's places below the content: in a separate bar, and between the screen's buttons.
    private let (screenPlace, middlePlace) = (row(), row())
    private let switcher: AnyWidget
    private var arrangement = HeaderRoom.Arrangement.wide
    private var isMeasuring = false
    private var isGone = false

    /// What ``tryAgain`` does with a document.
    static var whatTryingSaves: String { localized("Try to save the edits now") }

    init() {
        messageSigns = MessageSigns(of: messageLine)
        switcher = stackSwitcher(of: stack, name: localized("Screens"))
        status.addStyleClass("kiroku-status")
        status.append(newsLine.widget)
        let newsWays = [showChanges, mergeCopy, leaveCopy]
        for way in newsWays { status.append(way) }
        status.append(messageSigns.sign)
        status.append(messageLine.widget)
        status.append(messageSigns.close)
        // What is at the end of the line is shortened first.
        for line in [newsLine, messageLine] { line.widget.setExpands(horizontally: false) }
        newsLine.widget.isVisible = false
        newsLine.widget.setShownExplicitly()
        let ways = [conflicts, connect, others, password, tryAgain, saveCopy] + revisions.map(\.1)
        for way in ways { status.append(way) }
        for way in newsWays + ways {
            way.isVisible = false
            way.setShownExplicitly()
        }
        status.append(moreRevisions)
        moreRevisions.isVisible = false
        moreRevisions.setShownExplicitly()
        for bar in [toolBar, screenBar] {
            bar.addStyleClass("kiroku-bar-below")
            bar.setShownExplicitly()
            bar.isVisible = false
        }
        for (place, bar) in [(screenPlace, screenBar), (middlePlace, toolBar)] {
            let centred = roomyOnly(place)
            centred.setCentered()
            bar.append(centred, fills: true)
            centred.showAll()
        }
        let placeSlot = roomyOnly(place.button)
        placeSlot.showAll()
        header.appendToTitle(placeSlot)
        place.button.setShownExplicitly()
        place.button.isVisible = false
        widget.append(header)
        widget.append(stack, fills: true)
        copying.widget.addStyleClass("kiroku-status")
        widget.append(copying.widget)
        widget.append(status)
        widget.append(toolBar)
        widget.append(screenBar)
        toolSlot.append(tools)
        switcherSlot.append(switcher)
        widget.onDestroy { [weak self] in self?.isGone = true }
        attach(self, to: widget, key: "kiroku-window-frame")
    }

    /// Shows what has come from outside; with `nil`, nothing.
    func showNews(_ message: Message?) {
        guard message != newsLine.message else { return }
        newsLine.show(message)
        newsLine.widget.isVisible = message != nil
    }

    /// Puts the screens' buttons and their switcher into the header bar, between the window's own at either end.
    func completeHeader() {
        header.append(roomyOnly(toolSlot))
        header.appendAtEnd(roomyOnly(switcherSlot))
        header.onLayout { [weak self] in self?.fit() }
    }

    /// Frames the window while files that can be dropped are held over it.
    func showDropping(_ isOver: Bool) {
        let style = "kiroku-dropping"
        if isOver { widget.addStyleClass(style) } else { widget.removeStyleClass(style) }
    }

    private func fit() {
        guard !isMeasuring else { return }
        isMeasuring = true
        // GTK ignores widgets being shown or hidden during layout.
        MainLoop.whenIdle { [weak self] in
            guard let self, !isGone else { return }
            isMeasuring = false
            let (room, width) = (room, header.laidOutWidth)
            arrange(room.arrangement(in: width))
            // The buttons do not move when people come and go.
            var crowded = room
            crowded.end += people.spareWidth
            people.isShort = crowded.needed(for: arrangement) > width
        }
    }

    private var room: HeaderRoom {
        var (start, end) = header.sideWidths
        if !people.isShort { end -= people.spareWidth }
        if arrangement < .inOneBar { start -= tools.naturalWidth }
        if arrangement < .switcherBelow { end -= switcher.naturalWidth }
        return HeaderRoom(
            start: start, end: end, title: header.titleWidth, tools: tools.naturalWidth,
            switcher: switcher.naturalWidth)
    }

    private func arrange(_ new: HeaderRoom.Arrangement) {
        guard new != arrangement else { return }
        let old = arrangement
        arrangement = new
        if (old < .inOneBar) != (new < .inOneBar) {
            tools.move(into: new < .inOneBar ? toolSlot : toolBar)
            if new >= .inOneBar { toolBar.move(tools, to: 0) }
        }
        switcher.move(into: new == .wide ? switcherSlot : new == .inOneBar ? middlePlace : screenPlace)
        screenBar.isVisible = new == .switcherBelow || new == .inTwoBars
        toolBar.isVisible = new >= .inOneBar
    }
}

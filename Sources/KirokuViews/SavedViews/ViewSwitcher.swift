import GtkKit
import KirokuCore

/// Shows the saved views of a table in its grid and find bar, and stores what these show as a view.
///
/// It knows which view was shown last, and whether the grid still shows what that view says. What a view says nothing about
/// is left as it is.
@MainActor
public final class ViewSwitcher {
    /// Called when another view is shown, and when views were stored or removed.
    public var onChange: (() -> Void)?
    /// Called with messages for the user.
    public var onMessage: ((Message?) -> Void)?
    private let grid: RecordGrid
    private let findBar: (_ isNeeded: Bool) -> FindBar?
    /// The name of the view that was shown last.
    private var chosenName: String?

    /// - Parameters:
    ///   - grid: the grid that shows the table.
    ///   - findBar: returns the find bar of the grid; `nil` if there is none yet and it is not needed.
    public init(of grid: RecordGrid, findBar: @escaping (_ isNeeded: Bool) -> FindBar?) {
        self.grid = grid
        self.findBar = findBar
    }

    private var model: any TableModel { grid.model }

    /// Why no views can be stored; `nil` if they can.
    public var refusal: EditError? { model.refusal }

    /// All views, in the order in which they are listed.
    public var views: [SavedView] { model.views }

    /// The view that was shown last; `nil` if none was, or if it is gone.
    public var chosen: SavedView? {
        chosenName.flatMap { name in model.views.first { $0.name == name } }
    }

    /// Whether the user has since changed something that the chosen view says.
    public var isChanged: Bool { chosen.map { !isShown($0) } ?? false }

    /// Whether something is being searched for.
    public var isFinding: Bool { findBar(false)?.savedFind.condition != nil }

    /// Whether the records are in another order than that of the table.
    public var isSorted: Bool { !grid.rows.comingRules.isEmpty }

    /// Whether what is shown is what a view says.
    public func isShown(_ view: SavedView) -> Bool {
        if let find = view.find {
            let isAsked = findBar(false).map { $0.asks(for: find) } ?? (find.condition == nil)
            if !isAsked { return false }
        }
        if let rules = view.sortRules, rules != grid.rows.comingRules { return false }
        let widths = model.fieldWidths
        if let wanted = view.widths, wanted.contains(where: { widths[$0] != $1 }) { return false }
        return view.rowLines.map { $0 == grid.rowLines } ?? true
    }

    /// Shows what a view says.
    ///
    /// If its search is for a field that is gone, all records are shown, and a message says so.
    public func show(_ view: SavedView) {
        grid.commitEditing()
        chosenName = view.name
        onMessage?(nil)
        if let lines = view.rowLines { grid.rowLines = lines }
        if let widths = view.widths { grid.setWidths(widths) }
        if let rules = view.sortRules, rules != grid.rows.comingRules { grid.sort(by: rules) }
        if let find = view.find { show(find) }
        onChange?()
    }

    private func show(_ find: SavedFind) {
        do throws(QueryError) {
            try find.condition?.check(for: model.table.schema)
            findBar(find.condition != nil)?.show(find)
        } catch {
            findBar(false)?.close()
            let text = localizedSentences([error.message, localized("All records are shown.")])
            onMessage?(Message(text, .caution))
        }
    }

    /// What is shown now, as a view.
    public func view(named name: String, with parts: Set<SavedView.Part>) -> SavedView {
        SavedView(
            name: name,
            find: parts.contains(.find) ? findBar(false)?.savedFind ?? SavedFind(nil) : nil,
            sortRules: parts.contains(.order) ? grid.rows.comingRules : nil,
            widths: parts.contains(.widths) ? model.fieldWidths : nil,
            rowLines: parts.contains(.rowHeight) ? grid.rowLines : nil)
    }

    /// Stores a view of what is shown now, in place of one with the same name, which becomes the chosen one.
    public func save(named name: String, with parts: Set<SavedView.Part>) {
        model.keepView(view(named: name, with: parts))
        chosenName = name
        onMessage?(Message(localized("Saved the view “{name}”.", ["name": ShownText.short(name)]), .ok))
        onChange?()
    }

    /// Stores what is shown now in the chosen view, which goes on saying something about the same parts.
    public func keep() {
        if let chosen { save(named: chosen.name, with: chosen.parts) }
    }

    /// Gives the chosen view another name; returns `false` if another view has it.
    public func rename(to name: String) -> Bool {
        guard var view = chosen, name != view.name else { return true }
        guard !views.contains(where: { $0.name == name }) else { return false }
        model.removeView(named: view.name)
        view.name = name
        model.keepView(view)
        chosenName = name
        onChange?()
        return true
    }

    /// Deletes the chosen view and returns it; what is shown stays.
    public func remove() -> SavedView? {
        guard let view = chosen else { return nil }
        model.removeView(named: view.name)
        chosenName = nil
        onMessage?(Message(localized("Removed the view “{name}”.", ["name": ShownText.short(view.name)]), .ok))
        onChange?()
        return view
    }

    /// Stores a view that was removed, in its former place of the list, unless its name is taken.
    public func restore(_ view: SavedView) {
        guard !views.contains(where: { $0.name == view.name }) else { return }
        model.keepView(view)
        chosenName = view.name
        onChange?()
    }
}

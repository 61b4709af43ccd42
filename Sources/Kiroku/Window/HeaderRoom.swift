/// What goes into a window's header bar, and what below the content because there is no room for it, in plain numbers.
struct HeaderRoom: Equatable {
    /// What always stays in the header bar: the buttons before and behind the title, the window's own, and the gaps.
    var fixed: Int
    /// What the title needs to be read.
    var title: Int
    /// The buttons of the screen that is shown.
    var tools: Int
    /// The buttons that switch between the screens.
    var switcher: Int

    /// What a bar below the content needs between and around its buttons.
    static let barGaps = 36

    /// Where these are.
    enum Arrangement: Int, Comparable {
        /// All is in the header bar.
        case wide
        /// The switcher is below the content.
        case switcherBelow
        /// The screen's buttons are there, too, in one bar with it.
        case inOneBar
        /// Each has a bar of its own.
        case inTwoBars
        /// There is no room for the switcher; the menu has the screens, too.
        case withoutSwitcher

        static func < (one: Arrangement, other: Arrangement) -> Bool { one.rawValue < other.rawValue }
    }

    /// The arrangement for a header bar of this width.
    func arrangement(in width: Int) -> Arrangement {
        let needed = fixed + title + tools
        if needed + switcher <= width { return .wide }
        if needed <= width { return .switcherBelow }
        if tools + switcher + Self.barGaps <= width { return .inOneBar }
        return switcher + Self.barGaps <= width ? .inTwoBars : .withoutSwitcher
    }
}

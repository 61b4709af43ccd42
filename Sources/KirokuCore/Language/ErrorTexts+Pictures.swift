extension AskedSizeError {
    /// What happened and what can be done, for the user.
    public var message: String {
        localized(
            "A picture of {width} × {height} pixels is too small; ask for {least} × {least} at least.",
            [
                "width": localizedNumber(width), "height": localizedNumber(height),
                "least": localizedNumber(AskedSize.smallestSide),
            ])
    }
}

extension PickerSizeError {
    /// What happened and what can be done, for the user.
    public var message: String {
        let least = PickerLayout.smallest
        return localized(
            "Pictures need a window with more room: {width} × {height} at least.",
            ["width": localizedNumber(least.width), "height": localizedNumber(least.height)])
    }
}

extension PictureError {
    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .gone(let name): localized("“{picture}” is not there any more.", ["picture": ShownText.short(name)])
        case .unreadable(let name, let reason):
            localized("“{picture}” cannot be read: {reason}.", ["picture": ShownText.short(name), "reason": reason])
        case .tooLarge(let name): localized("“{picture}” is too large.", ["picture": ShownText.short(name)])
        case .cancelled: localized("Cancelled.")
        }
    }
}

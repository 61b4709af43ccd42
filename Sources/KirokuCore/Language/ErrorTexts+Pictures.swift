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

import GtkKit

extension ModalSheet {
    /// Sends all keys of the window only to the sheet.
    ///
    /// The keys arrive here before the window looks for accelerators and mnemonics.
    func takeKeys(in host: SheetHost) {
        keys?.stop()
        keys = WindowKeys(
            around: host.widget,
            pressed: { [weak self] key in
                guard let self, let host = self.host, host.openSheet === self else { return false }
                take(key)
                return true
            },
            released: { [weak self] key in
                guard let self else { return false }
                if openingKey == key.code { openingKey = nil }
                guard keepsKeys, host.openSheet === self else { return false }
                keptKeys.keep(key)
                return true
            })
    }

    /// Holds all keys from now on, until ``giveKeysBack()``, because their target is not ready yet.
    ///
    /// Only Esc acts immediately, and drops the others.
    public func keepKeys() { keepsKeys = true }

    /// Processes the held keys now: on the sheet, or on the window below if it is closed.
    ///
    /// If one of them makes the sheet hold keys again, the others stay held.
    public func giveKeysBack() {
        keepsKeys = false
        keptKeys.giveBack { !keepsKeys }
    }

    /// Stops holding keys, and drops the held ones.
    public func dropKeys() {
        keepsKeys = false
        keptKeys.drop()
    }

    private func take(_ key: KeyEvent) {
        if let openingKey, key.code == openingKey { return }
        if keepsKeys {
            guard key.key == .escape else { return keptKeys.keep(key) }
            dropKeys()
        }
        handle(key)
    }

    /// Moves the focus to the content's first control, or, without one, to the sheet itself, so that Enter and Esc work
    /// as usual and no button is pressed by accident.
    func focusFirst(in host: SheetHost) {
        host.widget.layOutWindow()
        surface.clearFocusInWindow()
        if onlyTells || !parts.content.moveFocus(.next) { surface.grabFocusAsWhole() }
    }

    /// Gives a key to the focused widget first, with its input method, menus and own keys, and then to the sheet.
    private func handle(_ key: KeyEvent) {
        let focus = surface.focusInWindow.flatMap { surface.holds($0) ? $0 : nil }
        let popover = focus?.enclosingPopover
        if let focus {
            switch key.deliver(to: focus, upTo: popover ?? AnyWidget(surface)) {
            case .used: return
            case .activatedEntry:
                if popover == nil, isOpen { pressOK() }
                return
            case .unused: break
            }
        }
        let scope = popover ?? AnyWidget(parts.widget)
        switch key.key {
        case .tab where key.modifiers.isDisjoint(with: [.alt, .super]):
            moveFocus(forward: !key.modifiers.contains(.shift), in: popover)
        case .left where key.modifiers.isEmpty: scope.moveFocus(.left)
        case .right where key.modifiers.isEmpty: scope.moveFocus(.right)
        case .up where key.modifiers.isEmpty: scope.moveFocus(.up)
        case .down where key.modifiers.isEmpty: scope.moveFocus(.down)
        case .space where key.modifiers.isEmpty: focus?.activate()
        case .enter where key.modifiers.isEmpty:
            if let focus, focus.takesEnter {
                focus.activate()
            } else if popover == nil {
                pressOK()
            }
        case .enter where key.modifiers == .control && popover == nil: pressOK()
        case .escape where popover == nil && key.modifiers.isEmpty: pressCancel()
        default: _ = key.activateMnemonic(inWindowOf: surface)
        }
    }

    /// Moves the focus on, from the last control to the first; a popover wraps around separately.
    private func moveFocus(forward: Bool, in popover: AnyWidget?) {
        if let popover {
            popover.moveFocus(forward ? .next : .previous)
        } else if !parts.moveFocus(forward: forward) {
            surface.grabFocusAsWhole()
        }
    }
}

import GtkKit
import KirokuCore
import KirokuViews

/// What the document is compared with, and how records are paired.
extension ComparisonSheet {
    func otherChosen() {
        guard !isFilling, let place = view.other.chosen, files.indices.contains(place) else { return }
        read(files[place].path)
    }

    func baseChosen() {
        guard !isFilling, let place = view.base.chosen, case let choices = baseChoices, choices.indices.contains(place)
        else { return }
        switch choices[place] {
        case .notKnown: base = nil
        case .ancestor(let ancestor): base = .ancestor(ancestor)
        case .file(let path, _): return readBase(path)
        }
        compare()
    }

    func chooseFile(_ chosen: @escaping @MainActor (String) -> Void) {
        guard let window else { return }
        FileChooser.open(
            over: window.window, title: localized("Compare with"), accept: localized("_Compare"),
            cancel: localized("_Cancel"), filters: DocumentWindow.tableFilters, folder: nil
        ) { [weak self] paths in
            if let path = paths.first, self?.sheet.isOpen == true { chosen(path) }
        }
    }

    func read(_ path: String) {
        start(localized("Reading {file}…", ["file": ShownText.short(FilePath.name(of: path))])) {
            [own = session.path, document, backups] progress throws(ComparisonError) in
            let copies = [own].compactMap(\.self) + backups
            let other = try await OtherTable.read(path, besides: own, comparedWith: copies, progress: progress)
            let here = await document.table
            return (other, await PairingChoice.usual(here, other))
        } done: { [weak self] (found: (OtherTable, PairingChoice)) in
            self?.take(found.0, found.1)
        } failed: { [weak self] in
            self?.fillFiles()
            self?.showFailure($0)
        }
    }

    /// Shows in the lists what is compared; a file that was chosen stays in them from then on.
    func fillFiles() {
        var chosenBase: OtherTable?
        if case .file(let file) = base { chosenBase = file }
        for file in [other, chosenBase].compactMap(\.self) where !files.contains(where: { $0.path == file.path }) {
            files.insert((file.path, ShownText.short(FilePath.name(of: file.path))), at: 0)
        }
        let bases = baseChoices
        fill {
            view.other.setChoices(files.map(\.title))
            view.other.chosen = other.flatMap { other in files.firstIndex { $0.path == other.path } }
            view.base.setChoices(bases.map(\.title))
            view.base.chosen = bases.firstIndex { $0.isMeant(by: base) }
        }
    }

    private var baseChoices: [BaseChoice] {
        let ancestor = other?.ancestor.map { [BaseChoice.ancestor($0)] } ?? []
        return [.notKnown] + ancestor + files.map { .file(path: $0.path, title: $0.title) }
    }

    /// Compares with another table.
    ///
    /// The common ancestor is proposed as the older copy, unless one was chosen.
    private func take(_ new: OtherTable, _ pairing: PairingChoice) {
        other = new
        choice = .allDifferences
        switch base {
        case .ancestor, nil: base = new.ancestor.map(OlderCopy.ancestor)
        case .file: break
        }
        fillFiles()
        fillPairings(PairingChoice.all(document.table, new), chosen: pairing)
        compare(announcing: true)
    }

    func readBase(_ path: String) {
        start(localized("Reading {file}…", ["file": ShownText.short(FilePath.name(of: path))])) {
            [own = session.path] progress throws(ComparisonError) in
            let found = try await OtherTable.read(path, besides: own, comparedWith: [], progress: progress)
            guard found.isDocument else {
                throw .message(
                    localized(
                        "“{file}” is not a Kiroku document. The common ancestor must be one.",
                        ["file": ShownText.short(FilePath.name(of: path))]))
            }
            return found
        } done: { [weak self] (found: OtherTable) in
            self?.base = .file(found)
            self?.fillFiles()
            self?.compare()
        } failed: { [weak self] in
            self?.fillFiles()
            self?.showFailure($0)
        }
    }

    func pairingChosen() {
        guard !isFilling else { return }
        compare(announcing: true)
    }

    private func fillPairings(_ new: [PairingChoice], chosen: PairingChoice?) {
        pairings = new
        fill {
            view.pairing.setChoices(new.map(\.title))
            view.pairing.chosen = chosen.flatMap { new.firstIndex(of: $0) }
        }
    }
}

/// A line in the list of older copies.
private enum BaseChoice {
    case notKnown
    case ancestor(CommonAncestor)
    case file(path: String, title: String)

    var title: String {
        switch self {
        case .notKnown: localized("Unknown")
        case .ancestor(let ancestor):
            localized("Last common state, {time}", ["time": LocalTime(ancestor.time).localizedText])
        case .file(_, let title): title
        }
    }

    func isMeant(by base: OlderCopy?) -> Bool {
        switch (self, base) {
        case (.notKnown, nil), (.ancestor, .ancestor): true
        case (.file(let path, _), .file(let file)): path == file.path
        default: false
        }
    }
}

/// Values that are shown as text and typed.
enum EntryPresenter: CellPresenter {}

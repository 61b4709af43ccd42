/// The experiments on the board, in the order of the slots.
///
/// To add an experiment, write its type in a separate file in `Experiments/`, and add a line here.
@MainActor
enum Experiments {
    static let all: [any Experiment.Type] = [
        TableExperiment.self,
        TextLinkExperiment.self,
        DictionaryLinkExperiment.self,
        ArrayLinkExperiment.self,
        DataLinkExperiment.self,
        MemoryLinkExperiment.self,
        TwoPlacesExperiment.self,
        FailingStoreExperiment.self,
        PreferencesExperiment.self,
        ClockExperiment.self,
        ClockPanelExperiment.self,
        SheetLayoutExperiment.self,
        ModalSheetExperiment.self,
        MessageLineExperiment.self,
        PicturePickerExperiment.self,
        BarChartExperiment.self,
        SummaryExperiment.self,
        GridExperiment.self,
        WidgetsExperiment.self,
        RolesExperiment.self,
        LogExperiment.self,
    ]

    /// A slot for each experiment, and empty ones up to `count`.
    static func slots(count: Int, log: WorkbenchLog) -> [Slot] {
        var slots: [Slot] = []
        for type in all { slots.append(slot(slots.count + 1, for: type, log)) }
        while slots.count < count { slots.append(Slot(empty: slots.count + 1, log: log)) }
        return slots
    }

    private static func slot<Subject: Experiment>(_ number: Int, for type: Subject.Type, _ log: WorkbenchLog) -> Slot {
        Slot(number: number, for: type, log: log)
    }
}

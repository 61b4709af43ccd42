import Glibc
import GtkKit
import KirokuCore

/// Texts for the terminal about the display.
@MainActor
enum DisplayWords {
    /// Writes to standard output the address of the windows for a browser, and how to reach them from another machine.
    static func tellBrowserAddress(_ place: BrowserAddress) {
        let (host, port) = (BrowserDisplay.host, place.port)
        let address = ["address": place.text]
        let displays = [getenv("DISPLAY"), getenv("WAYLAND_DISPLAY")]
        let hasDisplay = displays.contains { $0 != nil && $0?.pointee != 0 }
        print(
            hasDisplay
                ? localized("Kiroku is at {address}, in any browser.", address)
                : localized("There is no display here. Kiroku is at {address}, in any browser.", address))
        print(
            localized(
                "To use a browser on another machine, run this there, with this machine’s name in place of HOST: {command}",
                ["command": "ssh -L \(port):\(host):\(port) HOST"]))
        // Standard output may be a pipe, which holds lines back.
        fflush(nil)
    }

    /// What a browser is told that has not come by the address.
    nonisolated static func browserRefusal() -> String {
        localized(
            "This page does not have the key to Kiroku. Open the address that Kiroku has written in the terminal.")
    }

    /// Why no window can be shown, and what to do about it.
    static func message(of fault: DisplayFault) -> String {
        switch fault {
        case .noDisplay:
            localized(
                """
                There is no display to show a window on. “{browser}” shows it in a browser; commands need none, and \
                “{help}” lists them.
                """, ["browser": "kiroku --browser", "help": "kiroku --help"])
        case .noServer:
            localized(
                "To show its window in a browser, Kiroku needs “{program}”: install the package {package}.",
                ["program": "broadwayd", "package": "libgtk-3-bin"])
        case .serverFails:
            localized(
                "“{program}”, which shows the window in a browser, could not be started on any port from {first} to {last}.",
                [
                    "program": "broadwayd", "first": "\(BrowserDisplay.ports.lowerBound)",
                    "last": "\(BrowserDisplay.ports.upperBound)",
                ])
        case .noBrowserBackend:
            localized("This GTK was built without support for browsers.")
        }
    }
}

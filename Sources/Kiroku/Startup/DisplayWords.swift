import Glibc
import GtkKit
import KirokuCore

/// Texts for the terminal about the display.
@MainActor
enum DisplayWords {
    /// Writes to standard output the address of the windows for a browser, and how to reach them from another machine.
    static func writeBrowserAddress(_ place: BrowserAddress) {
        let (host, port) = (BrowserDisplay.host, place.port)
        let address = ["address": place.text]
        let displays = [getenv("DISPLAY"), getenv("WAYLAND_DISPLAY")]
        let hasDisplay = displays.contains { $0 != nil && $0?.pointee != 0 }
        print(
            hasDisplay
                ? localized("Open {address} in a browser to use Kiroku.", address)
                : localized("There is no display. Open {address} in a browser to use Kiroku.", address))
        print(
            localized(
                "To use a browser on another computer, first run this command there, with the name of this computer instead of HOST: {command}",
                ["command": "ssh -L \(port):\(host):\(port) HOST"]))
        // Standard output may be a pipe, in which case lines are buffered.
        fflush(nil)
    }

    /// The answer to a browser that has not come through the address.
    nonisolated static func browserRefusal() -> String {
        localized(
            "The key to Kiroku is missing. Open the address that Kiroku has printed in the terminal.")
    }

    /// Why no window can be shown, and what to do about it.
    static func message(of fault: DisplayFault) -> String {
        switch fault {
        case .noDisplay:
            localized(
                "There is no display for a window. Use “{browser}” to show it in a browser. Commands need no display; “{help}” lists them.",
                ["browser": "kiroku --browser", "help": "kiroku --help"])
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

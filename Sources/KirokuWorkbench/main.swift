import Glibc
import GtkKit
import KirokuCore

let resources = ResourceFolder.path(among: Directories(application: "kiroku"))
let workbench = WorkbenchApplication(
    styleSheet: TextFileLink(path: resources + "/style.css"),
    writeToLog: { Log.write(.message, domain: "Kiroku", code: $0, $1) })
do throws(DisplayFault) {
    exit(Int32(try workbench.run()))
} catch {
    Reports.error("KRK_WB_DISPLAY", "there is no display for the window")
    exit(1)
}

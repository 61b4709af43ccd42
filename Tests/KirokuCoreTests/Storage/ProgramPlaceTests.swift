import CoreTestSupport
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Programs that belong together")
struct ProgramPlaceTests {
    @Test(
        "What users call is in bin, and what it starts in libexec, of the same folder",
        arguments: ["/opt/cards/bin/kiroku", "/opt/cards/libexec/kiroku/kiroku-window"])
    func installed(program: String) {
        let place = ProgramPlace(of: program)
        #expect(place.prefix == "/opt/cards")
        #expect(place.path(of: "helper") == "/opt/cards/libexec/kiroku/helper")
        let directories = Directories(application: "kiroku", environment: ["HOME": "/h"], executable: program)
        #expect(directories.resources.first == "/opt/cards/share/kiroku")
    }

    @Test("A folder of another name does not count as libexec")
    func others() {
        #expect(ProgramPlace(of: "/x/mylibexec/kiroku/kiroku-window").prefix == "/x/mylibexec")
        #expect(ProgramPlace(of: "/libexec/kiroku/kiroku-window").prefix == "")
        #expect(ProgramPlace(of: "/usr/libexec/cards/a", application: "cards").prefix == "/usr")
        #expect(ProgramPlace(of: "").path(of: "helper") == "/libexec/kiroku/helper")
    }

    @Test("In a build folder, a program is beside the others, if it can be started")
    func beside() throws {
        let folder = try TemporaryFolder()
        let helper = folder.path("bin/helper")
        try TextFileLink(path: helper).save("")
        let place = ProgramPlace(of: folder.path("bin/kiroku"))
        #expect(place.path(of: "helper") == folder.path("libexec/kiroku/helper"))
        chmod(helper, 0o755)
        #expect(place.path(of: "helper") == helper)
    }
}

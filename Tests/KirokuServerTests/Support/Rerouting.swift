import CoreTestSupport

@testable import KirokuServer

extension Member {
    /// Has a copy go through a socket whose line can be cut.
    ///
    /// - Returns: the proxy, and the folder of its socket, which is there as long as this is kept.
    func rerouted() async throws -> (proxy: CuttingProxy, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let server = try PrivateServer.shared.get().place
        let proxy = CuttingProxy(folder.path, to: server.socket, port: server.port)
        try await reroute(to: folder.path)
        return (proxy, folder)
    }
}

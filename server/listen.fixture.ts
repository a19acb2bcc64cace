/** Starts HTTP servers for tests. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port; disposing of it closes all connections. */
export async function listen(server: Server) {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Carries IRC lines between a WebSocket, which is what tmi.js speaks, and an ordinary IRC server, byte by byte. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type WebSocket, WebSocketServer } from 'ws'

export interface Bridge extends AsyncDisposable {
  url: string
}

/** Opens the bridge; `dial` makes a new connection to the server. */
export async function openBridge(dial: () => Socket): Promise<Bridge> {
  const sockets = new Set<Socket>()
  // InspIRCd has a WebSocket module, but it does not know the subprotocol `irc` that tmi.js insists on.
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'irc' })
  server.on('connection', (client) => {
    const socket = dial()
    sockets.add(socket)
    forward(client, socket)
  })
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(client: WebSocket, socket: Socket): void {
  client.on('message', (data: Buffer) => {
    // A frame ends a line. What is inside goes on as it is: line ends within it are what this is about.
    socket.write(data)
    socket.write('\r\n')
    // Twitch takes PASS and NICK for a login; everywhere else a client says USER as well, which tmi.js does not.
    const nick = /^NICK (\S+)$/.exec(data.toString())?.[1]
    if (nick) socket.write(`USER ${nick} 0 * :${nick}\r\n`)
  })
  createInterface(socket).on('line', (line) => client.send(`${line}\r\n`))
  client.on('close', () => socket.destroy())
  socket.on('close', () => client.close())
  socket.on('error', () => client.terminate())
}

/** Forwards IRC lines unchanged between the WebSocket that tmi.js uses and a TCP IRC server. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type WebSocket, WebSocketServer } from 'ws'

export interface Bridge extends AsyncDisposable {
  url: string
}

/** Opens the bridge; `dial` opens a connection to the server. */
export async function openBridge(dial: () => Socket): Promise<Bridge> {
  const sockets = new Set<Socket>()
  // InspIRCd's own WebSocket module lacks the subprotocol `irc`, which tmi.js requires.
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
    // The end of a frame ends an IRC line. Line breaks inside a frame are passed on, because the tests check what the server does
    // with them.
    socket.write(data)
    socket.write('\r\n')
    // IRC servers other than Twitch's also require the command USER, which tmi.js does not send.
    const nick = /^NICK (\S+)$/.exec(data.toString())?.[1]
    if (nick) socket.write(`USER ${nick} 0 * :${nick}\r\n`)
  })
  createInterface(socket).on('line', (line) => client.send(`${line}\r\n`))
  client.on('close', () => socket.destroy())
  socket.on('close', () => client.close())
  socket.on('error', () => client.terminate())
}

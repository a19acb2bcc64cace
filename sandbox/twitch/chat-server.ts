/** Runs Twitch chat: IRC over WebSocket. It is at the path '/', because the clients' libraries connect there. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ChatState, send, server as serverName, type Connection } from './chat-state.ts'
import { parseLine } from './irc.ts'
import { logIn, requestCapabilities } from './login.ts'
import { join, leaveAll, part } from './membership.ts'
import { receiveMessage } from './messages.ts'

const pingMs = 5 * 60_000
const reconnectMs = 30_000

export type ChatServer = ReturnType<typeof openChatServer>

/** Opens the chat server. */
export function openChatServer(chat: ChatState) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 64 * 1024,
    handleProtocols: (offered) => (offered.has('irc') ? 'irc' : false),
  })
  const timers = new Set<NodeJS.Timeout>()
  timers.add(setInterval(() => ping(chat), pingMs).unref())

  /** Closes every connection without notice. */
  const dropAll = () => chat.connections.forEach(({ socket }) => socket.terminate())

  return {
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      upgrade(chat, sockets, request, socket, head),
    /** Asks every client to reconnect, and closes the connections that are still open 30 seconds later. */
    requestReconnect(): void {
      const connections = [...chat.connections]
      for (const connection of connections) send(connection, `:${serverName} RECONNECT`)
      timers.add(
        setTimeout(() => connections.forEach(({ socket }) => socket.terminate()), reconnectMs).unref(),
      )
    },
    dropAll,
    /** Makes the connections that are open now half-open, as a firewall that has forgotten them does. */
    halfOpenAll: () => chat.connections.forEach((connection) => (connection.isHalfOpen = true)),
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      dropAll()
      await new Promise((resolve) => sockets.close(resolve))
    },
  }
}

/** Accepts WebSockets at '/'. Any other path is a 503. */
function upgrade(
  chat: ChatState,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const isOurs = new URL(request.url ?? '/', 'ws://sandbox').pathname === '/'
  if (!isOurs || chat.faults.take('connect')) {
    return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
  }
  sockets.handleUpgrade(request, socket, head, (client) => accept(chat, client))
}

function accept(chat: ChatState, socket: WebSocket): void {
  const connection: Connection = {
    socket,
    capabilities: new Set(),
    password: '',
    login: '',
    scopes: [],
    channels: new Set(),
    isAlive: true,
    isHalfOpen: false,
  }
  chat.connections.add(connection)
  socket.on('message', (data: Buffer) => receive(chat, connection, data.toString('utf8')))
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    chat.connections.delete(connection)
    leaveAll(chat, connection)
  })
}

/** Runs each line of a frame as a command, which is why a message with a line break can inject commands. */
function receive(chat: ChatState, connection: Connection, frame: string): void {
  if (connection.isHalfOpen) return
  connection.isAlive = true
  const lines = frame.split(/[\r\n]+/).filter(Boolean)
  if (lines.length > 1) chat.limits.recordViolation('multiLine')
  for (const line of lines) execute(chat, connection, line)
}

function execute(chat: ChatState, connection: Connection, text: string): void {
  const line = parseLine(text)
  if (!line) return
  const [first = '', second = ''] = line.params
  switch (line.command) {
    case 'CAP':
      return requestCapabilities(connection, line.params)
    case 'PASS':
      connection.password = first
      return
    case 'NICK':
      return logIn(chat, connection, first)
    case 'PING': // tmi.js sends PING without a parameter and expects PONG without one
      return send(connection, first ? `:${serverName} PONG ${serverName} :${first}` : 'PONG')
    case 'PONG':
    case 'USER':
      return
    case 'QUIT':
      return connection.socket.close()
  }
  if (!connection.login) return
  switch (line.command) {
    case 'JOIN':
      return join(chat, connection, first)
    case 'PART':
      return part(chat, connection, first)
    case 'PRIVMSG':
      return receiveMessage(chat, connection, first, second, line.tags['client-nonce'])
    default:
      send(connection, `:${serverName} 421 ${connection.login} ${line.command} :Unknown command`)
  }
}

function ping(chat: ChatState): void {
  for (const connection of chat.connections) {
    if (!connection.isAlive) connection.socket.terminate()
    connection.isAlive = false
    send(connection, `PING :${serverName}`)
  }
}

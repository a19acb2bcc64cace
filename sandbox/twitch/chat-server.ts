/** Twitch chat: IRC over WebSocket at the path '/', as tmi.js and every other client finds it. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type House, send, server as serverName, type Session } from './house.ts'
import { parseLine } from './irc.ts'
import { logIn, requestCapabilities } from './login.ts'
import { join, leaveAll, part } from './membership.ts'
import { say } from './say.ts'

const pingMs = 5 * 60_000
const reconnectMs = 30_000

export interface ChatServer {
  attach(server: Server): void
  /** Asks every client to come back on a new connection; those that do not obey are cut off. */
  askToReconnect(): void
  /** Cuts every connection without a word. */
  dropAll(): void
  close(): Promise<void>
}

/** Opens the chat for the house. */
export function openChatServer(house: House): ChatServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 64 * 1024,
    handleProtocols: (offered) => (offered.has('irc') ? 'irc' : false),
  })
  const timers = new Set<NodeJS.Timeout>()
  timers.add(setInterval(() => ping(house), pingMs).unref())

  const dropAll = () => house.sessions.forEach(({ socket }) => socket.terminate())

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => upgrade(house, sockets, request, socket, head))
    },
    askToReconnect() {
      const asked = [...house.sessions]
      for (const session of asked) send(session, `:${serverName} RECONNECT`)
      timers.add(setTimeout(() => asked.forEach(({ socket }) => socket.terminate()), reconnectMs).unref())
    },
    dropAll,
    async close() {
      for (const timer of timers) clearTimeout(timer)
      dropAll()
      await new Promise((resolve) => sockets.close(resolve))
    },
  }
}

/** The sandbox's only WebSockets are at '/': any other path is cut off. */
function upgrade(
  house: House,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const isOurs = new URL(request.url ?? '/', 'ws://sandbox').pathname === '/'
  if (!isOurs || house.faults.take('connect')) {
    return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
  }
  sockets.handleUpgrade(request, socket, head, (client) => welcome(house, client))
}

function welcome(house: House, socket: WebSocket): void {
  const session: Session = {
    socket,
    capabilities: new Set(),
    password: '',
    login: '',
    scopes: [],
    channels: new Set(),
    isAlive: true,
  }
  house.sessions.add(session)
  socket.on('message', (data: Buffer) => hear(house, session, data.toString('utf8')))
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    house.sessions.delete(session)
    leaveAll(house, session)
  })
}

/** A frame may hold several lines, and each is a command of its own: that is what makes CR/LF in a text dangerous. */
function hear(house: House, session: Session, frame: string): void {
  session.isAlive = true
  const lines = frame.split(/[\r\n]+/).filter(Boolean)
  if (lines.length > 1) house.limits.blame('multiLine')
  for (const line of lines) obey(house, session, line)
}

function obey(house: House, session: Session, text: string): void {
  const line = parseLine(text)
  if (!line) return
  const [first = '', second = ''] = line.params
  switch (line.command) {
    case 'CAP':
      return requestCapabilities(session, line.params)
    case 'PASS':
      session.password = first
      return
    case 'NICK':
      return logIn(house, session, first)
    case 'PING': // tmi.js asks without a word and understands only the bare answer
      return send(session, first ? `:${serverName} PONG ${serverName} :${first}` : 'PONG')
    case 'PONG':
    case 'USER':
      return
    case 'QUIT':
      return session.socket.close()
  }
  if (!session.login) return
  switch (line.command) {
    case 'JOIN':
      return join(house, session, first)
    case 'PART':
      return part(house, session, first)
    case 'PRIVMSG':
      return say(house, session, first, second, line.tags['client-nonce'])
    default:
      send(session, `:${serverName} 421 ${session.login} ${line.command} :Unknown command`)
  }
}

function ping(house: House): void {
  for (const session of house.sessions) {
    if (!session.isAlive) session.socket.terminate()
    session.isAlive = false
    send(session, `PING :${serverName}`)
  }
}

/** Another client in the channel, which reads raw IRC lines without a library and collects every message. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

export interface ChatMessage {
  from: string
  to: string
  text: string
}

export interface Observer {
  /** Waits for the message `marker`, then returns and removes the messages before it. */
  readUntil(marker: string): Promise<ChatMessage[]>
  close(): void
}

/** A connection that sends and receives lines. */
export interface LineConnection {
  send(line: string): void
  onLine(listener: (line: string) => void): void
  close(): void
}

/** Lines over a TCP or Unix socket. */
export function socketConnection(socket: Socket): LineConnection {
  return {
    send: (line) => void socket.write(`${line}\r\n`),
    onLine: (hear) => void createInterface(socket).on('line', hear),
    close: () => void socket.destroy(),
  }
}

/** Lines over a WebSocket. */
export async function webSocketConnection(url: string): Promise<LineConnection> {
  const socket = new WebSocket(url, 'irc')
  await once(socket, 'open')
  return {
    send: (line) => socket.send(line),
    onLine: (hear) =>
      void socket.on('message', (data: Buffer) => {
        for (const line of data.toString().split('\r\n')) if (line) hear(line)
      }),
    close: () => socket.terminate(),
  }
}

/** Logs in and joins the channel. */
export async function joinAsObserver(wire: LineConnection, channel: string): Promise<Observer> {
  const nick = 'justinfan4711' // Twitch's prefix for anonymous readers
  const messages: ChatMessage[] = []
  let onHeard = () => {}
  const isInside = new Promise<void>((resolve) => {
    wire.onLine((line) => {
      const [, from = '', command, rest = ''] = /^(?::([^ !]+)\S* )?(\S+) ?(.*)$/.exec(line) ?? []
      if (command === 'PING') wire.send(`PONG ${rest}`)
      if (command === '376') wire.send(`JOIN #${channel}`)
      if (command === '366') resolve()
      if (command !== 'PRIVMSG') return
      const [, to = '', text = ''] = /^(\S+) :(.*)$/s.exec(rest) ?? []
      messages.push({ from, to, text })
      onHeard()
    })
  })
  for (const line of [`NICK ${nick}`, `USER ${nick} 0 * :${nick}`]) wire.send(line)
  await isInside
  return {
    readUntil: (marker) =>
      new Promise((resolve) => {
        onHeard = () => {
          const at = messages.findIndex(({ text }) => text === marker)
          if (at >= 0) resolve(messages.splice(0, at + 1).slice(0, -1))
        }
        onHeard()
      }),
    close: () => wire.close(),
  }
}

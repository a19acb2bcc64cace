/** Somebody else in the room: reads raw IRC lines, by no library, and remembers every message that arrives. */
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
  /** Resolves with all that was said before somebody says `marker`, and forgets it. */
  hearUntil(marker: string): Promise<ChatMessage[]>
  close(): void
}

/** A way to send a line, and to hear each line that comes. */
export interface LineConnection {
  send(line: string): void
  onLine(hear: (line: string) => void): void
  close(): void
}

/** A wire over an ordinary connection. */
export function socketConnection(socket: Socket): LineConnection {
  return {
    send: (line) => void socket.write(`${line}\r\n`),
    onLine: (hear) => void createInterface(socket).on('line', hear),
    close: () => void socket.destroy(),
  }
}

/** A wire over a WebSocket. */
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

/** Logs in, enters the channel, and resolves once inside. */
export async function joinAsObserver(wire: LineConnection, channel: string): Promise<Observer> {
  const nick = 'justinfan4711' // on Twitch anybody may listen under such a name
  const heard: ChatMessage[] = []
  let onHeard = () => {}
  const isInside = new Promise<void>((resolve) => {
    wire.onLine((line) => {
      const [, from = '', command, rest = ''] = /^(?::([^ !]+)\S* )?(\S+) ?(.*)$/.exec(line) ?? []
      if (command === 'PING') wire.send(`PONG ${rest}`)
      if (command === '376') wire.send(`JOIN #${channel}`)
      if (command === '366') resolve()
      if (command !== 'PRIVMSG') return
      const [, to = '', text = ''] = /^(\S+) :(.*)$/s.exec(rest) ?? []
      heard.push({ from, to, text })
      onHeard()
    })
  })
  for (const line of [`NICK ${nick}`, `USER ${nick} 0 * :${nick}`]) wire.send(line)
  await isInside
  return {
    hearUntil: (marker) =>
      new Promise((resolve) => {
        onHeard = () => {
          const at = heard.findIndex(({ text }) => text === marker)
          if (at >= 0) resolve(heard.splice(0, at + 1).slice(0, -1))
        }
        onHeard()
      }),
    close: () => wire.close(),
  }
}

/** Joins a channel as another client, which reads raw IRC lines without a library and collects every message. */
import { once } from 'node:events'
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

/** Logs in over a WebSocket and joins the channel. */
export async function joinAsObserver(url: string, channel: string): Promise<Observer> {
  const nick = 'justinfan4711' // Twitch's prefix for anonymous readers
  const messages: ChatMessage[] = []
  const socket = new WebSocket(url, 'irc')
  await once(socket, 'open')
  let onReceived = () => {}
  const isInside = new Promise<void>((resolve) => {
    function readLine(line: string): void {
      const [, from = '', command, rest = ''] = /^(?::([^ !]+)\S* )?(\S+) ?(.*)$/.exec(line) ?? []
      if (command === 'PING') socket.send(`PONG ${rest}`)
      if (command === '376') socket.send(`JOIN #${channel}`)
      if (command === '366') resolve()
      if (command !== 'PRIVMSG') return
      const [, to = '', text = ''] = /^(\S+) :(.*)$/s.exec(rest) ?? []
      messages.push({ from, to, text })
      onReceived()
    }
    socket.on('message', (data: Buffer) => {
      for (const line of data.toString().split('\r\n')) if (line) readLine(line)
    })
  })
  socket.send(`NICK ${nick}`)
  await isInside
  return {
    readUntil: (marker) =>
      new Promise((resolve) => {
        onReceived = () => {
          const at = messages.findIndex(({ text }) => text === marker)
          if (at >= 0) resolve(messages.splice(0, at + 1).slice(0, -1))
        }
        onReceived()
      }),
    close: () => socket.terminate(),
  }
}

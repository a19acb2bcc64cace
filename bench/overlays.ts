/** Overlays by the thousand: WebSockets that speak just enough of Socket.IO, and count what comes. */
import { WebSocket } from 'ws'

export interface Overlays {
  /** Connects all, so many at a time; resolves when each was told its place, rejects when one is refused. */
  connect(): Promise<void>
  /** How many alerts have come, to all overlays together. */
  received(): number
  /** Resolves when so many alerts have come; rejects when they do not, or when an overlay was cut off. */
  reaches(total: number): Promise<void>
  /** How many alerts have come to one overlay. */
  countOf(overlay: number): number
  close(): Promise<void>
}

const atOnce = 100
const patience = 60_000
/** Places of the letters that tell packets apart: `42/alerts,["ready",0]` and `42/alerts,["alert",{…}]`. */
const [engineType, socketType, eventName] = [0, 1, 12]
const [open, ping, message, connectError, event, letterR, letterA] = Buffer.from('02442ra')

/** One overlay for each entry: the creator whose alerts it shows. */
export function overlaysOf(port: number, creatorUids: readonly string[]): Overlays {
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`
  const tally = openTally(creatorUids.length)
  const sockets: WebSocket[] = []
  let isClosing = false

  function connectOne(overlay: number): Promise<void> {
    const headers = { 'x-forwarded-for': addressOf(overlay) }
    const socket = new WebSocket(url, { headers, perMessageDeflate: false, skipUTF8Validation: true })
    sockets.push(socket)
    return new Promise((ready, refused) => {
      socket.on('message', (packet: Buffer) => {
        const type = packet[engineType]
        if (type === ping) return socket.send('3')
        if (type === open) return socket.send(`40/alerts,{"userUID":"${creatorUids[overlay]}"}`)
        if (type !== message) return
        if (packet[socketType] === connectError) return refused(new Error(`refused: ${packet.toString()}`))
        if (packet[socketType] !== event) return
        if (packet[eventName] === letterR) return ready()
        if (packet[eventName] === letterA) tally.count(overlay)
      })
      socket.on('error', refused)
      socket.on('close', () => {
        if (isClosing) return
        const cutOff = new Error(`overlay ${overlay} was cut off`)
        refused(cutOff)
        tally.fail(cutOff)
      })
    })
  }

  return {
    async connect() {
      let next = 0
      const connectSome = async () => {
        while (next < creatorUids.length) await connectOne(next++)
      }
      await Promise.all(Array.from({ length: atOnce }, connectSome))
    },
    received: tally.received,
    reaches: tally.reaches,
    countOf: tally.countOf,
    async close() {
      isClosing = true
      const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const socket of sockets) socket.terminate()
      await Promise.all(closed)
    },
  }
}

function openTally(overlays: number) {
  const counts = new Uint32Array(overlays)
  let total = 0
  let waiting: { total: number; resolve(): void; reject(error: Error): void } | undefined
  return {
    received: () => total,
    countOf: (overlay: number) => counts[overlay]!,
    count(overlay: number): void {
      counts[overlay]! += 1
      total += 1
      if (waiting && total >= waiting.total) waiting.resolve()
    },
    fail: (error: Error) => waiting?.reject(error),
    async reaches(wanted: number): Promise<void> {
      if (total >= wanted) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve, reject) => {
        waiting = { total: wanted, resolve, reject }
        timer = setTimeout(() => reject(new Error(`${total} alerts came of ${wanted}`)), patience)
      }).finally(() => clearTimeout(timer))
      waiting = undefined
    },
  }
}

/** An address of its own for each overlay, as a proxy would tell it. */
function addressOf(overlay: number): string {
  return `10.${overlay >> 16}.${(overlay >> 8) & 255}.${overlay & 255}`
}

/**
 * Simulates thousands of overlays: WebSockets that speak only the necessary part of Socket.IO's protocol and count the alerts that
 * they receive.
 */
import { WebSocket } from 'ws'

export type Overlays = ReturnType<typeof openOverlays>

const connectingInParallel = 100
const timeoutMs = 60_000
/**
 * The positions of the characters that distinguish packets: `42/alerts,["ready",0]` and `42/alerts,["alert",{…}]`. The digits are
 * packet types of the Engine.IO and Socket.IO protocols (https://socket.io/docs/v4/socket-io-protocol/).
 */
const [engineType, socketType, eventName] = [0, 1, 12]
const [open, ping, message, connectError, event, readyInitial, alertInitial] = Buffer.from('02442ra')

/** Prepares an overlay for each entry of `creatorUids`; it receives that creator's alerts. */
export function openOverlays(port: number, creatorUids: readonly string[]) {
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`
  const tally = openTally(creatorUids.length)
  const sockets: WebSocket[] = []
  let isClosing = false

  function connectOne(overlay: number): Promise<void> {
    const headers = { 'x-forwarded-for': addressOf(overlay) }
    const socket = new WebSocket(url, { headers, perMessageDeflate: false, skipUTF8Validation: true })
    sockets.push(socket)
    return new Promise((resolve, reject) => {
      socket.on('message', (packet: Buffer) => {
        const type = packet[engineType]
        if (type === ping) return socket.send('3')
        if (type === open) return socket.send(`40/alerts,{"userUID":"${creatorUids[overlay]}"}`)
        if (type !== message) return
        if (packet[socketType] === connectError) return reject(new Error(`refused: ${packet.toString()}`))
        if (packet[socketType] !== event) return
        if (packet[eventName] === readyInitial) return resolve()
        if (packet[eventName] === alertInitial) tally.count(overlay)
      })
      socket.on('error', reject)
      socket.on('close', () => {
        if (isClosing) return
        const error = new Error(`overlay ${overlay} was disconnected`)
        reject(error)
        tally.fail(error)
      })
    })
  }

  return {
    /** Connects all overlays. Resolves once each has received its `ready` event; rejects if one is refused. */
    async connect(): Promise<void> {
      let next = 0
      const connectSome = async () => {
        while (next < creatorUids.length) await connectOne(next++)
      }
      await Promise.all(Array.from({ length: connectingInParallel }, connectSome))
    },
    ...tally,
    async close(): Promise<void> {
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
    /** Returns how many alerts all overlays together have received. */
    received: () => total,
    /** Returns how many alerts one overlay has received. */
    countOf: (overlay: number) => counts[overlay]!,
    count(overlay: number): void {
      counts[overlay]! += 1
      total += 1
      if (waiting && total >= waiting.total) waiting.resolve()
    },
    fail: (error: Error) => waiting?.reject(error),
    /** Resolves once `expected` alerts have been received; rejects after a timeout or if an overlay is disconnected. */
    async waitFor(expected: number): Promise<void> {
      if (total >= expected) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve, reject) => {
        waiting = { total: expected, resolve, reject }
        timer = setTimeout(() => reject(new Error(`${total} of ${expected} alerts were received`)), timeoutMs)
      }).finally(() => clearTimeout(timer))
      waiting = undefined
    },
  }
}

/** Returns a different IP address for each overlay, which it sends as a proxy would. */
function addressOf(overlay: number): string {
  return `10.${overlay >> 16}.${(overlay >> 8) & 255}.${overlay & 255}`
}

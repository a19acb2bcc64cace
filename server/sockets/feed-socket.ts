/** One tool's connection to the feed: sending with a bound on what waits, and the heartbeat. */
import type { WebSocket } from 'ws'
import { feedCloses } from '../../contract/tools/tool-feed.ts'

/** More bytes than this may not wait for a tool; it is closed and comes back with its cursor. */
const maxWaitingBytes = 1024 * 1024

export interface FeedSocket {
  tokenId: string
  creatorUid: string
  isOpen(): boolean
  /** Sends a message, given as text or as its UTF-8 bytes; closes the connection if the tool reads too slowly. */
  send(text: string | Buffer): void
  /** Sends messages, and resolves once they are written. */
  sendAll(texts: readonly string[]): Promise<void>
  close(code: number): void
  /** Closes the connection unless the tool has responded since the last call, and asks it to respond. */
  beat(): void
}

/** Wraps a connection whose token was admitted. */
export function openFeedSocket(ws: WebSocket, tokenId: string, creatorUid: string): FeedSocket {
  let isAlive = true
  ws.on('pong', () => (isAlive = true))
  const isOpen = () => ws.readyState === ws.OPEN

  function send(text: string | Buffer): void {
    if (!isOpen()) return
    if (ws.bufferedAmount > maxWaitingBytes) return closeSlow(ws)
    ws.send(text, { binary: false })
  }

  return {
    tokenId,
    creatorUid,
    isOpen,
    send,
    async sendAll(texts) {
      for (const text of texts.slice(0, -1)) send(text)
      const last = texts.at(-1)
      if (last === undefined || !isOpen()) return
      await new Promise<void>((written) => ws.send(last, () => written()))
    },
    close: (code) => ws.close(code),
    beat() {
      if (!isAlive) return ws.terminate()
      isAlive = false
      ws.ping()
    },
  }
}

/** The close frame would wait behind everything else, so the connection is cut soon after. */
function closeSlow(ws: WebSocket): void {
  ws.close(feedCloses.slow)
  setTimeout(() => ws.terminate(), 1_000).unref()
}

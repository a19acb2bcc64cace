/** Counts the packets that a connection has yet to send because the client reads slowly. */
import type { Connection } from './context.ts'

/** Returns how many packets wait to be sent. The brackets reach a private field: Engine.IO has no public count. */
export function writeBufferLength(conn: Connection): number {
  return conn['writeBuffer'].length
}

/** Resolves once the write buffer is empty or the connection is closed. */
export async function waitForDrain(conn: Connection): Promise<void> {
  while (conn.readyState !== 'closed' && writeBufferLength(conn) > 0) await nextDrain(conn)
}

function nextDrain(conn: Connection): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      conn.off('drain', finish)
      conn.off('close', finish)
      resolve()
    }
    conn.on('drain', finish)
    conn.on('close', finish)
  })
}

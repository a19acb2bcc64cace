/** How far a connection is behind with what we send it. */
import type { Socket } from 'socket.io'

type Connection = Socket['conn']

/** Packets that wait because the other end does not take them. Engine.IO keeps the count to itself, hence the brackets. */
export function backlogOf(conn: Connection): number {
  return conn['writeBuffer'].length
}

/** Resolves once nothing waits on a connection, or it is closed. */
export async function drained(conn: Connection): Promise<void> {
  while (conn.readyState !== 'closed' && backlogOf(conn) > 0) await nextDrain(conn)
}

function nextDrain(conn: Connection): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      conn.off('drain', settle)
      conn.off('close', settle)
      resolve()
    }
    conn.on('drain', settle)
    conn.on('close', settle)
  })
}

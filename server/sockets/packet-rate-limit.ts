/** How much one connection may say: our pages and overlays say a few words a minute. */
import type { Server } from 'socket.io'
import type { Connection } from './address-limit.ts'

const mostAtOnce = 100
const perSecond = 10

/** Cuts off whoever floods us, from now on; what still waits to be sent to them is dropped. */
export function limitSpeech(io: Server): void {
  io.engine.on('connection', (conn: Connection) => {
    const budget = openBudget()
    conn.on('packet', () => {
      if (!budget.spend()) conn.close(true)
    })
  })
}

/** A hundred packets at once, then ten a second. */
function openBudget() {
  let left = mostAtOnce
  let filledAt = performance.now()
  return {
    spend(): boolean {
      const now = performance.now()
      left = Math.min(mostAtOnce, left + ((now - filledAt) / 1000) * perSecond) - 1
      filledAt = now
      return left >= 0
    },
  }
}

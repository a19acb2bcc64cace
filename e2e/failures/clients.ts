/** Creates the participants of a failure test: a creator who is live, and an overlay that records its alerts. */
import { randomBytes } from 'node:crypto'
import { io } from 'socket.io-client'
import type { Alert } from '../../contract/alerts/alert.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { addAlert, startAfter, markShown, createQueue, takeAlert } from '../../overlay/src/alert-queue.ts'
import { connectTwitchChannel, connectYoutubeChannel } from '../../workers/chat/connections.fixture.ts'
import type { ProxiedProduct } from './proxied-product.ts'

/** Creates a creator with a goal, a PayPal account and a live chat on both platforms. */
export async function buildLiveCreator(product: ProxiedProduct) {
  const { db, control } = product
  const name = `mira_${randomBytes(4).toString('hex')}`
  const { uid, email } = await buildCreator(db, { userName: name, email: `${name}@creators.example` })
  const { merchantId } = await control<{ merchantId: string }>('/paypal/control/merchants', { email })
  await db.updateTable('payoutAccount').set({ payeeId: merchantId }).where('uid', '=', uid).execute()
  const { goalId: goaluuid } = await buildGoal(db, uid, { amountMinor: 100_000_00 })
  await connectTwitchChannel(product, uid, name)
  await connectYoutubeChannel(product, uid, name)
  await control('/youtube/control/live', { channel: name })
  return { uid, name, email, goaluuid }
}

export type Creator = Awaited<ReturnType<typeof buildLiveCreator>>
export type Overlay = ReturnType<typeof openOverlay>

/** Opens an overlay without a browser: the overlay page's alert queue on a real socket, which reconnects with its cursor. */
export function openOverlay(serverUrl: string, userUID: string) {
  /** The supporters whose alerts were shown, in order. */
  const shown: string[] = []
  /** When each supporter's alert was shown, in milliseconds of `performance.now()`. */
  const shownAt = new Map<string, number>()
  const received: Alert[] = []
  let queue = createQueue(undefined)
  const socket = io(new URL('/alerts', serverUrl).href, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 500,
    auth: (send) => send({ userUID, cursor: queue.receivedSeq }),
  })
  /** Resolves once the server has sent `ready`. */
  const isReady = new Promise<void>((resolve) => {
    socket.on('ready', (cursor: number) => {
      queue = startAfter(queue, cursor)
      resolve()
    })
  })
  socket.on('alert', (alert: Alert) => {
    received.push(alert)
    queue = addAlert(queue, alert)
    const [next, rest] = takeAlert(queue)
    if (!next) return
    queue = markShown(rest, next.seq)
    shown.push(next.name)
    shownAt.set(next.name, performance.now())
  })
  // As in the overlay page: reconnects where Socket.IO does not reconnect by itself, after the server refused or closed the socket.
  const reconnect = () => void (socket.active || setTimeout(() => socket.connect(), 200))
  socket.on('connect_error', reconnect)
  socket.on('disconnect', (reason) => void (reason === 'io client disconnect' || reconnect()))
  return {
    shown,
    shownAt,
    isReady,
    /** Returns the fields of all alerts that could say who somebody is, or what money costs: none is public. */
    privateFields: () =>
      [...new Set(received.flatMap(listFields))].filter((name) =>
        /mail|uid|fee|token|address|capture/i.test(name),
      ),
    close: () => void socket.disconnect(),
  }
}

function listFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, of]) => [name, ...listFields(of)])
}

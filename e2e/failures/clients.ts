/** The participants of a failure test: a creator who is live, supporters who pay, and an overlay that records its alerts. */
import { randomBytes } from 'node:crypto'
import { io } from 'socket.io-client'
import type { Alert } from '../../contract/sockets.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { addAlert, startAfter, markShown, createQueue, takeAlert } from '../../overlay/src/alert-queue.ts'
import { connectTwitchChannel, connectYoutubeChannel } from '../../workers/chat/connections.fixture.ts'
import type { ProxiedProduct } from './proxied-product.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'

export interface Creator {
  uid: string
  name: string
  email: string
  goaluuid: string
}

/** Creates a creator with a goal, a PayPal account and a live chat on both platforms. */
export async function buildLiveCreator({ db, config, sandbox }: ProxiedProduct): Promise<Creator> {
  const name = `mira_${randomBytes(4).toString('hex')}`
  const { uid, email } = await buildCreator(db, { userName: name, email: `${name}@creators.example` })
  const { merchantId } = await control<{ merchantId: string }>(sandbox, '/paypal/control/merchants', {
    email,
  })
  await db.updateTable('payoutAccount').set({ payeeId: merchantId }).where('uid', '=', uid).execute()
  const { goaluuid } = await buildGoal(db, uid, { amountMinor: 100_000_00 })
  await connectTwitchChannel({ db, config, sandbox }, uid, name)
  await connectYoutubeChannel({ db, config, sandbox }, uid, name)
  await control(sandbox, '/youtube/control/live', { channel: name })
  return { uid, name, email, goaluuid }
}

export interface Tip {
  name: string
  /** In whole pounds. */
  amount?: number
  /** A tip without a goal, which is not posted to the chats. */
  isGeneral?: boolean
}

/** Opens an order as the supporter's browser does; returns PayPal's id of it. */
export async function openOrder({ url }: ProxiedProduct, creator: Creator, tip: Tip): Promise<string> {
  const response = await post(`${url}/api/v1/paypal/create-order`, {
    GoalUid: tip.isGeneral ? null : creator.goaluuid,
    amount: (tip.amount ?? 7) * 100,
    name: tip.name,
    message: 'For the clay!',
    ReceipentUID: creator.uid,
    isPrivateMessage: false,
  })
  if (response.status !== 200) throw new Error(`create-order: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { orderId: string }).orderId
}

/** Approves the order as the supporter does in PayPal's window. */
export async function approve({ sandbox }: ProxiedProduct, orderId: string): Promise<void> {
  await control(sandbox, '/paypal/control/approve', { orderId, outcome: 'pay' })
}

/** Captures the order as the supporter's browser does. */
export async function capture({ url }: ProxiedProduct, orderId: string): Promise<void> {
  const response = await post(`${url}/api/v1/paypal/capture-order/${orderId}`, {})
  if (response.status !== 200) throw new Error(`capture-order: ${response.status} ${await response.text()}`)
}

/** Opens, approves and captures an order. */
export async function payTip(product: ProxiedProduct, creator: Creator, tip: Tip): Promise<void> {
  const orderId = await openOrder(product, creator, tip)
  await approve(product, orderId)
  await capture(product, orderId)
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export interface Overlay {
  /** The supporters of the alerts it has shown, in order. */
  shown: string[]
  /** Resolves when the server has sent `ready`. */
  isReady: Promise<void>
  close(): void
}

/** Opens an overlay: the page's alert queue on a real socket, which reconnects with its cursor. */
export function openOverlay({ overlayUrl }: ProxiedProduct, { uid }: Creator, cursor?: number): Overlay {
  const shown: string[] = []
  let queue = createQueue(cursor)
  const socket = io(`${overlayUrl}/alerts`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 500,
    auth: (send) => send({ userUID: uid, cursor: queue.receivedSeq }),
  })
  const isReady = new Promise<void>((resolve) => {
    socket.on('ready', (cursor: number) => {
      queue = startAfter(queue, cursor)
      resolve()
    })
  })
  socket.on('alert', (alert: Alert) => {
    queue = addAlert(queue, alert)
    const [next, rest] = takeAlert(queue)
    if (!next) return
    queue = markShown(rest, next.seq)
    shown.push(next.name)
  })
  // As in the page: Socket.IO reconnects by itself, except after a rejection by the server.
  const reconnect = () => void (socket.active || setTimeout(() => socket.connect(), 200))
  socket.on('connect_error', reconnect)
  socket.on('disconnect', (reason) => void (reason === 'io client disconnect' || reconnect()))
  return { shown, isReady, close: () => void socket.disconnect() }
}

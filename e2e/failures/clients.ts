/** Who plays: a creator on air everywhere, fans who pay, and an overlay that writes down what it shows. */
import { randomBytes } from 'node:crypto'
import { io } from 'socket.io-client'
import type { Alert } from '../../contract/sockets.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { addAlert, startAfter, markShown, createQueue, takeAlert } from '../../overlay/src/alert-queue.ts'
import { connectTwitchChannel, connectYoutubeChannel } from '../../workers/chat/connections.fixture.ts'
import type { Stage } from './proxied-product.ts'

export interface Creator {
  uid: string
  name: string
  email: string
  goaluuid: string
}

/** A creator with a goal, a PayPal account, and a live chat on both platforms. */
export async function castCreator({ db, config, sandbox }: Stage): Promise<Creator> {
  const name = `mira_${randomBytes(4).toString('hex')}`
  const { uid, email } = await buildCreator(db, { userName: name, email: `${name}@creators.example` })
  const { merchantId } = await sandbox.control<{ merchantId: string }>('/paypal/control/merchants', { email })
  await db
    .updateTable('payoutAccount')
    .set({ providerAccountId: merchantId })
    .where('uid', '=', uid)
    .execute()
  const { goaluuid } = await buildGoal(db, uid, { amountMinor: 100_000_00 })
  await connectTwitchChannel({ db, config, sandbox }, uid, name)
  await connectYoutubeChannel({ db, config, sandbox }, uid, name)
  await sandbox.control('/youtube/control/live', { channel: name })
  return { uid, name, email, goaluuid }
}

export interface Tip {
  name: string
  /** Whole pounds. */
  amount?: number
  /** A general tip is told to no chat. */
  isGeneral?: boolean
}

/** What the fan's browser does first: PayPal's id of the order, or how the server refused. */
export async function openOrder({ url }: Stage, creator: Creator, tip: Tip): Promise<string> {
  const answer = await post(`${url}/api/v1/paypal/create-order`, {
    GoalUid: tip.isGeneral ? null : creator.goaluuid,
    amount: (tip.amount ?? 7) * 100,
    name: tip.name,
    message: 'For the clay!',
    ReceipentUID: creator.uid,
    isPrivateMessage: false,
  })
  if (answer.status !== 200) throw new Error(`create-order: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { orderId: string }).orderId
}

/** What the fan does in PayPal's window. */
export async function approve({ sandbox }: Stage, orderId: string): Promise<void> {
  await sandbox.control('/paypal/control/approve', { orderId, outcome: 'pay' })
}

/** What the fan's browser does last. */
export async function capture({ url }: Stage, orderId: string): Promise<void> {
  const answer = await post(`${url}/api/v1/paypal/capture-order/${orderId}`, {})
  if (answer.status !== 200) throw new Error(`capture-order: ${answer.status} ${await answer.text()}`)
}

/** The whole of it. */
export async function payTip(stage: Stage, creator: Creator, tip: Tip): Promise<void> {
  const orderId = await openOrder(stage, creator, tip)
  await approve(stage, orderId)
  await capture(stage, orderId)
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export interface Overlay {
  /** The names it has shown, in order. */
  shown: string[]
  /** Resolves when the server serves it. */
  isReady: Promise<void>
  close(): void
}

/** An overlay: the page's own queue behind a real socket, which comes back by itself and says where it stopped. */
export function openOverlay({ overlayUrl }: Stage, { uid }: Creator, cursor?: number): Overlay {
  const shown: string[] = []
  let queue = createQueue(cursor)
  const socket = io(`${overlayUrl}/alerts`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 500,
    auth: (say) => say({ userUID: uid, cursor: queue.receivedSeq }),
  })
  const isReady = new Promise<void>((resolve) => {
    socket.on('ready', (place: number) => {
      queue = startAfter(queue, place)
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
  // As the page does: the client comes back by itself after all but a no of the server's.
  const comeBack = () => void (socket.active || setTimeout(() => socket.connect(), 200))
  socket.on('connect_error', comeBack)
  socket.on('disconnect', (why) => void (why === 'io client disconnect' || comeBack()))
  return { shown, isReady, close: () => void socket.disconnect() }
}

/**
 * The server of the baseline of `bench/capture-to-overlay.ts`: the least code with the product's promises. It verifies PayPal's signature,
 * stores a tip and its event in one transaction, and once however often it is reported; the worker's sweep finds an event that was not
 * queued. An overlay gets each stored alert of its room once and in order, also after a gap.
 */
import { X509Certificate, createVerify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import { crc32 } from 'node:zlib'
import { Queue } from 'bullmq'
import express from 'express'
import type { Request } from 'express'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'
import type { DefaultEventsMap, Socket } from 'socket.io'
import { openPool } from './transaction.ts'

interface SkeletonAlert {
  room: string
  seq: number
  name: string
}
interface Place {
  room: string
  cursor: number
  /** Ends when the alerts before the next ones are sent. */
  turn: Promise<void>
}
type Overlay = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Place>

const { REDIS_URL: redisUrl = '', PAYPAL_API_URL: paypalUrl = '', PAYPAL_WEBHOOK_ID: webhookId } = process.env
/** How often an overlay's missed alerts are read, in milliseconds. */
const pollMs = 5_000
const { pool, inTransaction } = openPool()
const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
const defaultJobOptions = { removeOnComplete: true, removeOnFail: true }
const queue = new Queue('skeleton', { connection, defaultJobOptions })

const app = express()
app.use(express.raw({ type: '*/*' }))
app.post('/api/v1/paypal/webhook', async (req: Request<unknown, unknown, Buffer>, res) => {
  if (!(await isSigned(req))) return res.sendStatus(400)
  const { resource } = JSON.parse(req.body.toString())
  const eventId = await recordTip(
    resource.id,
    resource.supplementary_data.related_ids.order_id,
    resource.amount,
  )
  if (eventId) await queue.add('tip', { eventId }, { jobId: `event-${eventId}` })
  res.json({})
})

const keys = new Map<string, KeyObject>()
/** Returns the public key at an address of PayPal's. */
async function keyAt(url: string): Promise<KeyObject> {
  const key = keys.get(url) ?? new X509Certificate(await (await fetch(url)).text()).publicKey
  keys.set(url, key)
  return key
}

async function isSigned(req: Request<unknown, unknown, Buffer>): Promise<boolean> {
  const [url = '', id, time, signature = ''] = [
    'cert-url',
    'transmission-id',
    'transmission-time',
    'transmission-sig',
  ].map((name) => req.get(`paypal-${name}`))
  if (!url.startsWith(`${paypalUrl}/v1/notifications/certs/`)) return false
  const signed = [id, time, webhookId, crc32(req.body)].join('|')
  return createVerify('RSA-SHA256')
    .update(signed)
    .verify(await keyAt(url), signature, 'base64')
}

/** Returns the id of the tip's event; undefined if the capture is already recorded, or is of no order with this amount. */
async function recordTip(
  captureId: string,
  orderId: string,
  amount: { value: string; currency_code: string },
): Promise<string | undefined> {
  return inTransaction(async (client) => {
    const tip = await client.query(
      `insert into skeleton_tip (capture_id, order_id, room, name, amount)
      select $1, id, room, name, amount from skeleton_order where id = $2 and amount = $3::numeric * 100 and $4 = 'GBP'
      on conflict do nothing returning room, name, amount`,
      [captureId, orderId, amount.value, amount.currency_code],
    )
    if (!tip.rows[0]) return undefined
    const { room, name, amount: received } = tip.rows[0]
    await client.query('update skeleton_goal set received = received + $2 where room = $1', [room, received])
    const event = await client.query(
      'insert into skeleton_outbox (room, name) values ($1, $2) returning id',
      [room, name],
    )
    return event.rows[0].id
  })
}

const server = createServer(app)
const alerts = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Place>(server).of('/alerts')
alerts.on('connection', (socket: Overlay) => {
  const { userUID: room, cursor } = socket.handshake.auth
  socket.data = { room, cursor, turn: Promise.resolve() }
  void socket.join(room)
  inTurn(socket, async () => {
    socket.data.cursor ??= (
      await pool.query('select seq from skeleton_room where room = $1', [room])
    ).rows[0].seq
    socket.emit('ready', socket.data.cursor)
    await sendMissed(socket)
  })
})

/** Runs `work` after all earlier work for the overlay. If it fails, the next poll makes up for it. */
function inTurn({ data }: Overlay, work: () => Promise<void>): void {
  data.turn = data.turn.then(work).catch(console.error)
}

function send(socket: Overlay, alert: SkeletonAlert): void {
  socket.emit('alert', alert)
  socket.data.cursor = alert.seq
}

async function sendMissed(socket: Overlay): Promise<void> {
  const { room, cursor } = socket.data
  const missed = await pool.query(
    'select room, seq, name from skeleton_alert where room = $1 and seq > $2 order by seq',
    [room, cursor],
  )
  for (const alert of missed.rows) send(socket, alert)
}

const pubsub = connection.duplicate()
pubsub.on('message', (_, text) => {
  const alert = JSON.parse(text) as SkeletonAlert
  for (const id of alerts.adapter.rooms.get(alert.room) ?? []) {
    const socket = alerts.sockets.get(id)!
    inTurn(socket, async () => {
      if (alert.seq === socket.data.cursor + 1) send(socket, alert)
      else if (alert.seq > socket.data.cursor) await sendMissed(socket)
    })
  }
})
await pubsub.subscribe('skeleton')
setInterval(() => alerts.sockets.forEach((socket) => inTurn(socket, () => sendMissed(socket))), pollMs)
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))

/**
 * The worker of the baseline of `bench/capture-to-overlay.ts`: stores the alert of each event once, as the next of its room, and then
 * announces it. Events that are not on the queue after two seconds are added.
 */
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { openPool } from './transaction.ts'

const sweepMs = 1_000
const { pool, inTransaction } = openPool()
const connection = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null })
const defaultJobOptions = { removeOnComplete: true, removeOnFail: true }
const queue = new Queue('skeleton', { connection, defaultJobOptions })
const publisher = connection.duplicate()

const work = async ({ data: { eventId } }: { data: { eventId: number } }) => {
  const alert = await inTransaction(async (client) => {
    const event = await client.query(
      'update skeleton_outbox set alerted_at = now() where id = $1 and alerted_at is null returning room, name',
      [eventId],
    )
    if (!event.rows[0]) return undefined
    const { room, name } = event.rows[0]
    const counter = await client.query(
      'update skeleton_room set seq = seq + 1 where room = $1 returning seq',
      [room],
    )
    const { seq } = counter.rows[0]
    await client.query('insert into skeleton_alert (room, seq, event_id, name) values ($1, $2, $3, $4)', [
      room,
      seq,
      eventId,
      name,
    ])
    return { room, seq, name }
  })
  if (alert) await publisher.publish('skeleton', JSON.stringify(alert))
}

async function sweep(): Promise<void> {
  const lost = await pool.query(
    `select id from skeleton_outbox where alerted_at is null and created_at < now() - interval '2 seconds' limit 100`,
  )
  for (const { id } of lost.rows) await queue.add('tip', { eventId: id }, { jobId: `event-${id}` })
}

const worker = new Worker('skeleton', work, { connection, concurrency: 20 })
worker.on('error', console.error)
setInterval(() => void sweep().catch(console.error), sweepMs)
void worker.waitUntilReady().then(() => console.log('listening'))

/** The baseline of `bench/jobs.ts`, the least code that stores an alert for each job, with one transaction per job. */
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'

const connection = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null })
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const insert = {
  name: 'insert',
  text: 'insert into skeleton_alert (event_id, body) values ($1, $2) on conflict do nothing',
}

const work = async ({ data }: { data: { eventId: string; body: object } }) => {
  await pool.query(insert, [data.eventId, JSON.stringify(data.body)])
}
const worker = new Worker('skeleton-jobs', work, { connection, concurrency: 20 })
void worker.waitUntilReady().then(() => console.log('listening'))

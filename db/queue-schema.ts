/** BullMQ's schema in Postgres, for installations without Redis. Only the role that migrates may create it. */
import { DEFAULT_SCHEMA, runMigrations } from 'bullmq'
import pg from 'pg'
import { limitsOf, longTimeoutMs } from './connection.ts'

export const queueSchema = DEFAULT_SCHEMA
export const queueNames = ['tip-events', 'exports', 'imports', 'schedules'] as const

/** Creates BullMQ's schema or brings it up to date. Several processes may call it at once. */
export async function migrateQueue(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...limitsOf(longTimeoutMs) })
  client.on('error', () => {}) // an error also rejects the query in progress, whose caller handles it
  await client.connect()
  try {
    await runMigrations(client, queueSchema)
    // Each queue has a sequence. BullMQ would create it with the first job, but the role that adds jobs may not create anything.
    await client.query(`select "${queueSchema}".next_job_id(name) from unnest($1::text[]) name`, [queueNames])
  } finally {
    await client.end()
  }
}

/** Records everything on the queue and on pub/sub: between the product and Redis, or by a trigger in Postgres. */
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Trace } from './find-leaks.ts'

export interface QueueRecorder {
  traces(): Promise<Trace[]>
  close(): Promise<void>
}

export interface RedisRecorder extends QueueRecorder {
  /** The address of Redis through the recorder. */
  url: string
}

/** Starts a proxy in front of Redis that records every command: jobs, messages, counters. */
export async function recordRedis(target: string): Promise<RedisRecorder> {
  const { hostname, port, pathname } = new URL(target)
  const connections: Buffer[][] = []
  const server = createServer((client) => {
    const redis = connect({ host: hostname, port: Number(port || 6379) })
    const commands: Buffer[] = []
    connections.push(commands)
    client.on('data', (chunk: Buffer) => {
      commands.push(chunk)
      redis.write(chunk)
    })
    redis.pipe(client)
    client.on('error', () => redis.destroy())
    redis.on('error', () => client.destroy())
    client.on('close', () => redis.destroy())
    redis.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    traces: async () =>
      connections.map((commands) => ({
        kind: 'queue',
        where: 'Redis',
        text: Buffer.concat(commands).toString('latin1'),
      })),
    async close() {
      server.close()
    },
  }
}

/** Records every job that is stored in Postgres, and every notification. The queue's tables must exist. */
export async function recordPostgres(url: string): Promise<QueueRecorder> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const notifications: string[] = []
  client.on('notification', ({ payload }) => void notifications.push(payload ?? ''))
  await client.query(`
    listen brimful_pubsub;
    create schema leak_scan;
    create table leak_scan.payload (body text not null);
    create function leak_scan.record() returns trigger language plpgsql as $$
      begin insert into leak_scan.payload values (to_jsonb(new)::text); return null; end $$;
    create trigger leak_scan after insert or update on bullmq.job for each row execute function leak_scan.record();
    create trigger leak_scan after insert or update on bullmq.event for each row execute function leak_scan.record();
  `)
  return {
    async traces() {
      const { rows } = await client.query<{ body: string }>('select body from leak_scan.payload')
      const trace = (text: string): Trace => ({ kind: 'queue', where: 'Postgres', text })
      return [...rows.map(({ body }) => trace(body)), ...notifications.map(trace)]
    },
    close: () => client.end(),
  }
}

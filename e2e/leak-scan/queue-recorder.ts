/** Records everything on the queues and pub/sub: by a proxy in front of Redis, or by a trigger in Postgres. */
import type { Socket } from 'node:net'
import pg from 'pg'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import type { Trace } from './find-leaks.ts'

/** Starts a proxy in front of Redis that records every command: jobs, messages, counters. */
export async function recordRedis(target: string) {
  const connections = new Map<Socket, Buffer[]>()
  const { url, close } = await openTcpProxy(target, 6379, (client, chunk) => {
    const commands = connections.get(client) ?? []
    connections.set(client, commands)
    commands.push(chunk)
  })
  return {
    /** The address of Redis through the proxy. */
    url,
    close,
    traces: async (): Promise<Trace[]> =>
      [...connections.values()].map((commands) => ({
        kind: 'queue',
        where: 'Redis',
        text: Buffer.concat(commands).toString('latin1'),
      })),
  }
}

/** Records every job that BullMQ stores in Postgres and every NOTIFY payload. Connects as the role that owns the job tables. */
export async function recordPostgres(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const notifications: string[] = []
  client.on('notification', ({ payload }) => void notifications.push(payload ?? ''))
  await client.query(`
    listen brimful_pubsub;
    create schema leak_scan;
    create table leak_scan.payload (body text not null);
    create function leak_scan.record() returns trigger language plpgsql security definer as $$
      begin insert into leak_scan.payload values (to_jsonb(new)::text); return null; end $$;
    create trigger leak_scan after insert or update on bullmq.job for each row execute function leak_scan.record();
    create trigger leak_scan after insert or update on bullmq.event for each row execute function leak_scan.record();
  `)
  return {
    async traces(): Promise<Trace[]> {
      const { rows } = await client.query<{ body: string }>('select body from leak_scan.payload')
      const trace = (text: string): Trace => ({ kind: 'queue', where: 'Postgres', text })
      return [...rows.map(({ body }) => trace(body)), ...notifications.map(trace)]
    },
    close: () => client.end(),
  }
}

/** Listens in on the queue and pub/sub: on the line to Redis, or by a trigger in Postgres. */
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Trace } from './find-leaks.ts'

export interface Tap {
  traces(): Promise<Trace[]>
  close(): Promise<void>
}

export interface RedisTap extends Tap {
  /** Where to find Redis through the tap. */
  url: string
}

/** A wire to Redis that remembers all that is said to it: jobs, messages, counters. */
export async function tapRedis(target: string): Promise<RedisTap> {
  const { hostname, port, pathname } = new URL(target)
  const said: Buffer[][] = []
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port || 6379) })
    const line: Buffer[] = []
    said.push(line)
    near.on('data', (chunk: Buffer) => {
      line.push(chunk)
      far.write(chunk)
    })
    far.pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    traces: async () =>
      said.map((line) => ({ kind: 'queue', where: 'Redis', text: Buffer.concat(line).toString('latin1') })),
    async close() {
      server.close()
    },
  }
}

/** Remembers every job as it is stored in Postgres, and every pub/sub message. Begun when the queue's tables are there. */
export async function tapPostgres(url: string): Promise<Tap> {
  const listener = new pg.Client({ connectionString: url })
  await listener.connect()
  const messages: string[] = []
  listener.on('notification', ({ payload }) => void messages.push(payload ?? ''))
  await listener.query(`
    listen brimful_pubsub;
    create schema canary;
    create table canary.payload (body text not null);
    create function canary.remember() returns trigger language plpgsql as $$
      begin insert into canary.payload values (to_jsonb(new)::text); return null; end $$;
    create trigger canary after insert or update on bullmq.job for each row execute function canary.remember();
    create trigger canary after insert or update on bullmq.event for each row execute function canary.remember();
  `)
  return {
    async traces() {
      const { rows } = await listener.query<{ body: string }>('select body from canary.payload')
      const trace = (text: string): Trace => ({ kind: 'queue', where: 'Postgres', text })
      return [...rows.map(({ body }) => trace(body)), ...messages.map(trace)]
    },
    close: () => listener.end(),
  }
}

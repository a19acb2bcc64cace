/** Reads how much processor time the processes of a pipeline have used, which holds on a busy machine as well. Works on Linux. */
import type { ChildProcess } from 'node:child_process'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { cpuSecondsOf } from './noise.ts'
import type { Figures } from './rounds.ts'

interface Processes {
  server: ChildProcess
  worker: ChildProcess
  /** A connection to the pipeline's own database, and one to its own Redis. */
  owner: Db
  redis: Redis
}

/** Milliseconds of processor time so far. */
export interface CpuTime {
  server: number
  worker: number
  Postgres: number
  Redis: number
}

export interface CpuTimes {
  read(): Promise<CpuTime>
}

/**
 * Opens the times of a pipeline. Those of the server and the worker are user and system time of `/proc/PID/stat`, with children that have
 * ended. Of Postgres these are the processes that serve the pipeline's database, which also write the log at each commit; what all
 * databases share (checkpoints, the log's own writer) and autovacuum are left out, because others on this machine cause them as well.
 * Redis reports its own time.
 */
export function openCpuTimes({ server, worker, owner, redis }: Processes): CpuTimes {
  /** The last known times of processes of Postgres, of which some may have ended since. */
  const backends = new Map<number, number>()

  async function readPostgres(): Promise<number> {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
      owner,
    )
    for (const { pid } of rows) backends.set(pid, cpuSecondsOf(pid) * 1000)
    return [...backends.values()].reduce((total, ms) => total + ms, 0)
  }

  return {
    async read() {
      const info = await redis.info('cpu')
      const redisSeconds = [...info.matchAll(/^used_cpu_(?:sys|user)(?:_children)?:([\d.]+)/gm)]
      return {
        server: cpuSecondsOf(server.pid!) * 1000,
        worker: cpuSecondsOf(worker.pid!) * 1000,
        Postgres: await readPostgres(),
        Redis: redisSeconds.reduce((total, [, seconds]) => total + Number(seconds), 0) * 1000,
      }
    },
  }
}

/** Returns the milliseconds of processor time that each of `tips` took between two readings: of all processes, and of each. */
export function costOf(before: CpuTime, after: CpuTime, tips: number): Figures {
  const kinds = ['server', 'worker', 'Postgres', 'Redis'] as const
  const costs = kinds.map((kind) => [`CPU ms, ${kind}`, (after[kind] - before[kind]) / tips] as const)
  return { 'CPU ms': costs.reduce((total, [, ms]) => total + ms, 0), ...Object.fromEntries(costs) }
}

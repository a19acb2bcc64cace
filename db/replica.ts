/**
 * Opens a streaming replica of Postgres, and knows how far it is behind. What is read there may be a few seconds old, never older.
 */
import { sql } from 'kysely'
import { openDb, requestTimeoutMs } from './connection.ts'
import type { Db } from './connection.ts'
import { openWire } from './wires.ts'

export interface Replica {
  /** Only for reads: a replica refuses every change. */
  db: Db
  /** Returns whether everything that was committed five seconds ago or earlier is visible there, as far as is known. */
  isCurrent(): boolean
  /** Counts as too far behind until the next check, because a read failed. */
  distrust(): void
  close(): Promise<void>
}

/** How old, in milliseconds, the state of a replica may be that is read. */
export const maxBehindMs = 5_000
const checkMs = 1_000

/**
 * Opens the replica at `url`. Each second it notes the position of the primary's log, and checks which of the noted positions the replica
 * has replayed. So it is known to be behind also while it receives nothing at all, and to be current while nothing is written: the time of
 * the last replayed transaction would tell neither, and the statistics of the receiver need a right that the product's role lacks.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-RECOVERY-CONTROL
 */
export function openReplica(url: string, primary: Db, onError: (error: Error) => void): Replica {
  const db = openDb(url, { timeoutMs: requestTimeoutMs, onError })
  const wire = openWire('replica')
  let noted: { at: number; position: string }[] = []
  let currentAt = -Infinity
  let wasCurrent: boolean | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const isCurrent = () => performance.now() - currentAt <= maxBehindMs

  async function check(): Promise<void> {
    const at = performance.now()
    noted = [
      ...noted.filter((one) => one.at >= at - maxBehindMs),
      { at, position: await readPosition(primary) },
    ]
    const own = noted
    const replayed = await countReplayed(
      db,
      own.map(({ position }) => position),
    )
    if (replayed > 0) currentAt = Math.max(currentAt, own[replayed - 1]!.at)
  }

  function report(): void {
    if (isCurrent() !== wasCurrent) wire.report(isCurrent())
    wasCurrent = isCurrent()
  }

  async function keepChecking(): Promise<void> {
    await check().catch(onError)
    if (isClosed) return
    report()
    timer = setTimeout(() => void keepChecking(), checkMs)
  }

  const checking = keepChecking()
  return {
    db,
    isCurrent,
    distrust() {
      currentAt = -Infinity
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      wire.close()
      await checking
      await db.destroy()
    },
  }
}

/** Returns the position that the primary has written its log up to. */
async function readPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
    primary,
  )
  return rows[0]!.position
}

/** Returns how many of the positions, which rise, a replica has replayed; 0 if it is not a replica. */
async function countReplayed(replica: Db, positions: readonly string[]): Promise<number> {
  const { rows } = await sql<{ replayed: number }>`
    select count(*)::int as replayed from unnest(${positions}::pg_lsn[]) position
    where pg_is_in_recovery() and position <= pg_last_wal_replay_lsn()`.execute(replica)
  return rows[0]!.replayed
}

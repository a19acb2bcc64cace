/** The timers of a donothon as creators' tools read and change them. */
import { AppError } from '../../contract/errors.ts'
import { formatLeft } from '../../contract/timer/time-left.ts'
import type { OwnTimer } from '../../contract/timer/timer-calls.ts'
import type { ToolTimer } from '../../contract/tools/tool-act-calls.ts'
import type { Db } from '../../db/connection.ts'
import { changeTimer, listTimers } from '../timer/manage-timers.ts'

/** Reads a creator's timers, oldest first. */
export async function readToolTimers(db: Db, uid: string): Promise<ToolTimer[]> {
  const now = new Date()
  return (await listTimers(db, uid, now)).map((timer) => toToolTimer(timer, now))
}

/** Reads the timer with an id, or else the first that runs or is paused, or else the first. Throws AppError `not_found`. */
export async function readToolTimer(db: Db, uid: string, id: string | undefined): Promise<ToolTimer> {
  const timers = await readToolTimers(db, uid)
  const isLive = ({ status }: ToolTimer) => status === 'running' || status === 'paused'
  const timer = id === undefined ? (timers.find(isLive) ?? timers[0]) : timers.find((one) => one.id === id)
  if (!timer) throw new AppError('not_found')
  return timer
}

export interface Adjustment {
  /** Which timer; undefined: the one that `readToolTimer` chooses. */
  id: string | undefined
  seconds: number
  /** The same when the request is repeated. */
  writeId: string
  /** The account or token that makes the change. */
  actor: string
}

/** Makes a timer longer or shorter by hand. Throws AppError as `readToolTimer` and `changeTimer` do. */
export async function adjustToolTimer(
  db: Db,
  uid: string,
  { id, seconds, writeId, actor }: Adjustment,
): Promise<ToolTimer> {
  const timer = await readToolTimer(db, uid, id)
  const change = { kind: 'adjust', seconds } as const
  return toToolTimer(await changeTimer(db, uid, timer.id, { entryId: writeId, change, actor }), new Date())
}

function toToolTimer(timer: OwnTimer, now: Date): ToolTimer {
  const leftMs = leftOf(timer, now)
  return {
    id: timer.timerId,
    name: timer.name,
    status: timer.status,
    endsAt: timer.endsAt,
    leftSeconds: Math.ceil(leftMs / 1000),
    text: formatLeft(leftMs),
    isHappyHour: timer.happyHours.some(({ from }) => Date.parse(from) <= now.getTime()),
  }
}

function leftOf({ status, endsAt, restMs }: OwnTimer, now: Date): number {
  if (status === 'paused') return restMs ?? 0
  return status === 'running' && endsAt ? Math.max(0, Date.parse(endsAt) - now.getTime()) : 0
}

/**
 * What Twitch counts of an account, all its connections and channels together: dev.twitch.tv/docs/chat, "Rate limits". Kept in
 * Postgres, for it goes on counting when another process takes over.
 */
import { blockBudget, readBudget, takeFromBudget } from '../../db/queries/bot-budgets.ts'
import type { BudgetLimit, BudgetState } from '../../db/queries/bot-budgets.ts'
import type { Db } from '../../db/connection.ts'

export interface TwitchLimits {
  /** Each of these takes one: 0, or how long it takes until there is room, and none is taken. */
  takeLine(isPrivileged: boolean): Promise<number>
  takeJoin(): Promise<number>
  takeLogin(): Promise<number>
  /** How many lines there is room for. */
  readLines(isPrivileged: boolean): Promise<BudgetState>
  /** Twitch says that we are over: nobody says anything for that long. */
  blockLines(milliseconds: number): Promise<void>
}

/** Twitch's are 100 and 20 lines in half a minute, 20 joins and 20 log-ins in ten seconds; a few are left for people. */
const privileged = 90
const plain = 18
const lineWindowMs = 30_000
const others = 18
const otherWindowMs = 10_000
/** A line may be a while on its way, and the next one not: real time, whatever clock the stand-in runs on. */
const driftMs = 500

/** `scale` is how much faster than a real one the clock of a stand-in runs. */
export function openTwitchLimits(
  db: Db,
  { botUsername, isVerified }: { botUsername: string; isVerified: boolean },
  scale = 1,
): TwitchLimits {
  const lines = `twitch:lines:${botUsername}`
  const over = (limit: number, windowMs: number): BudgetLimit => ({
    limit,
    windowMs: windowMs / scale + driftMs,
  })
  const lineLimit = (isPrivileged: boolean) =>
    over(isPrivileged || isVerified ? privileged : plain, lineWindowMs)

  return {
    takeLine: (isPrivileged) => takeFromBudget(db, lines, lineLimit(isPrivileged)),
    takeJoin: () => takeFromBudget(db, `twitch:joins:${botUsername}`, over(others, otherWindowMs)),
    takeLogin: () => takeFromBudget(db, `twitch:logins:${botUsername}`, over(others, otherWindowMs)),
    readLines: (isPrivileged) => readBudget(db, lines, lineLimit(isPrivileged)),
    blockLines: (milliseconds) => blockBudget(db, lines, milliseconds),
  }
}

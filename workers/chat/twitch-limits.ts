/**
 * Twitch's rate limits of an account over all its connections and channels: dev.twitch.tv/docs/chat, "Rate limits". Stored
 * in Postgres, because they go on counting when another process takes over.
 */
import { blockBudget, readBudget, takeFromBudget } from '../../db/queries/bot-budgets.ts'
import type { BudgetLimit, BudgetState } from '../../db/queries/bot-budgets.ts'
import type { Db } from '../../db/connection.ts'

export interface TwitchLimits {
  /** Each of these takes one from its limit and returns 0, or takes none and returns the milliseconds until there is room. */
  takeLine(isPrivileged: boolean): Promise<number>
  takeJoin(): Promise<number>
  takeLogin(): Promise<number>
  /** How many messages may be sent now. */
  readLines(isPrivileged: boolean): Promise<BudgetState>
  /** Twitch reports that we are over the limit: no message is sent for this long. */
  blockLines(milliseconds: number): Promise<void>
}

/**
 * Twitch allows 100 messages (20 where the bot is not a moderator) in 30 seconds, and 20 joins and 20 log-ins in ten
 * seconds. A few are left for people who use the account by hand.
 */
const privileged = 90
const plain = 18
const lineWindowMs = 30_000
const others = 18
const otherWindowMs = 10_000
/** Added to each window, because messages take different times on their way. Real time, whatever the stand-in's clock. */
const driftMs = 500

/** Opens the limits of a bot. `scale` is how many times as fast as a real clock the stand-in's clock is. */
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

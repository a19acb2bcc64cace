/**
 * Applies Twitch's rate limits for an account, over all its connections and channels: dev.twitch.tv/docs/chat, "Rate limits".
 * Usage is stored in Postgres, because the limits still apply when another process takes over.
 */
import { blockBudget, readBudget, takeFromBudget } from '../../db/queries/bot-budgets.ts'
import type { BudgetLimit, BudgetState } from '../../db/queries/bot-budgets.ts'
import type { Db } from '../../db/connection.ts'

export interface TwitchLimits {
  /**
   * `takeMessage`, `takeJoin` and `takeLogin` take one slot of their limit and return 0. If there is none, they take nothing and
   * return the milliseconds until there is one.
   */
  takeMessage(isPrivileged: boolean): Promise<number>
  takeJoin(): Promise<number>
  takeLogin(): Promise<number>
  /** Returns how many messages may be sent now. */
  readMessages(isPrivileged: boolean): Promise<BudgetState>
  /** Returns which part of the messages may be sent now where the bot is not a moderator, from 0 to 1. */
  readRatioLeft(): Promise<number>
  /** Blocks all messages for this long, because Twitch reports that we are over the limit. */
  blockMessages(milliseconds: number): Promise<void>
}

/**
 * Twitch allows 100 messages (20 where the bot is not a moderator) in 30 seconds, and 20 joins and 20 log-ins in ten seconds. We
 * use slightly less, so that a person can also use the account.
 */
const higherLimit = 90
const lowerLimit = 18
const messageWindowMs = 30_000
const connectLimit = 18
const connectWindowMs = 10_000
/**
 * Added to each window, because messages take different times to arrive at Twitch. It is in real time, whatever the speed of the
 * stand-in's clock.
 */
const driftMs = 500

/** Opens the limits of a bot. `scale` is the speed of the stand-in's clock: 1 is real time, 100 is a hundred times as fast. */
export function openTwitchLimits(
  db: Db,
  { botUsername, isVerified }: { botUsername: string; isVerified: boolean },
  scale = 1,
): TwitchLimits {
  const budget = `twitch:lines:${botUsername}`
  const toLimit = (limit: number, windowMs: number): BudgetLimit => ({
    limit,
    windowMs: windowMs / scale + driftMs,
  })
  const messageLimit = (isPrivileged: boolean) =>
    toLimit(isPrivileged || isVerified ? higherLimit : lowerLimit, messageWindowMs)

  return {
    takeMessage: (isPrivileged) => takeFromBudget(db, budget, messageLimit(isPrivileged)),
    takeJoin: () => takeFromBudget(db, `twitch:joins:${botUsername}`, toLimit(connectLimit, connectWindowMs)),
    takeLogin: () =>
      takeFromBudget(db, `twitch:logins:${botUsername}`, toLimit(connectLimit, connectWindowMs)),
    readMessages: (isPrivileged) => readBudget(db, budget, messageLimit(isPrivileged)),
    async readRatioLeft() {
      const limit = messageLimit(false)
      return (await readBudget(db, budget, limit)).left / limit.limit
    },
    blockMessages: (milliseconds) => blockBudget(db, budget, milliseconds),
  }
}

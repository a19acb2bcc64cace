/**
 * Applies Twitch's rate limits for an account, over all its connections and channels: dev.twitch.tv/docs/chat, "Rate limits".
 * Usage is stored in Postgres, because the limits still apply when another process takes over.
 */
import { blockBudget, readBudget, takeFromBudget } from '../../../db/queries/chat/bot-budgets.ts'
import type { BudgetLimit, BudgetState } from '../../../db/queries/chat/bot-budgets.ts'
import type { Db } from '../../../db/connection.ts'

export interface TwitchLimits {
  /**
   * `takeMessage`, `takeJoin` and `takeLogin` take one slot of their limit and return 0. If there is none, they take nothing and
   * return the milliseconds until there is one.
   */
  takeMessage(isPrivileged: boolean): Promise<number>
  /** `isPrivileged` is what is known of the channel before the join. */
  takeJoin(isPrivileged: boolean): Promise<number>
  takeLogin(): Promise<number>
  /** Returns how many messages may be sent now. */
  readMessages(isPrivileged: boolean): Promise<BudgetState>
  /** Returns which part of the messages may be sent now where the bot is not a moderator, from 0 to 1. */
  readRatioLeft(): Promise<number>
  /** Blocks all messages for this long, because Twitch reports that we are over the limit. */
  blockMessages(milliseconds: number): Promise<void>
}

/**
 * Twitch allows 100 messages in 30 seconds, of which 20 may be in channels where the bot has no privileges: it counts these in both
 * limits, as https://github.com/pajbot/tmi-rate-limits measured ("privmsg-bucket"), and it allows 20 joins and 20 log-ins in ten
 * seconds. We use slightly less, so that a person can also use the account.
 */
const higherLimit = 90
const lowerLimit = 18
/**
 * What chats without privileges use of the 90 while chats with privileges use up the rest, so that creators who have not made the bot
 * a moderator take no more than a fifteenth from the others.
 */
const lowerLimitWhenCrowded = 6
const messageWindowMs = 30_000
const connectLimit = 18
const connectWindowMs = 10_000
/** How many of these joins are left to chats without privileges while the others need them. */
const plainJoinsWhenCrowded = 1
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
  const all = `twitch:lines:${botUsername}`
  const plain = `twitch:plain:${botUsername}`
  const toLimit = (limit: number, windowMs: number): BudgetLimit => ({
    limit,
    windowMs: windowMs / scale + driftMs,
  })
  const allLimit = toLimit(higherLimit, messageWindowMs)
  const joinLimit = toLimit(connectLimit, connectWindowMs)
  /** Until this time, chats with privileges need all that is left of the common limit. */
  let crowdedUntil = 0
  /** The same for joins. A process that begins is in no channel, so at first they are needed. */
  let joinsCrowdedUntil = performance.now() + connectWindowMs / scale

  function plainLimit(): BudgetLimit {
    const isCrowded = performance.now() < crowdedUntil
    return toLimit(isCrowded ? lowerLimitWhenCrowded : lowerLimit, messageWindowMs)
  }

  function recordCrowd({ left, waitMs }: BudgetState): void {
    if (left === 0) crowdedUntil = performance.now() + waitMs + messageWindowMs / scale
  }

  async function readMessages(isPrivileged: boolean): Promise<BudgetState> {
    const common = await readBudget(db, all, allLimit)
    if (isPrivileged || isVerified) {
      recordCrowd(common)
      return common
    }
    const own = await readBudget(db, plain, plainLimit())
    return { left: Math.min(own.left, common.left), waitMs: Math.max(own.waitMs, common.waitMs) }
  }

  async function takeJoin(isPrivileged: boolean): Promise<number> {
    const isCrowded = performance.now() < joinsCrowdedUntil
    if (!isPrivileged) {
      const limit = isCrowded ? plainJoinsWhenCrowded : connectLimit
      const waitMs = await takeSlot(db, `twitch:plain-joins:${botUsername}`, { ...joinLimit, limit })
      if (waitMs > 0) return waitMs
    }
    const waitMs = await takeSlot(db, `twitch:joins:${botUsername}`, joinLimit)
    if (isPrivileged && waitMs > 0) joinsCrowdedUntil = performance.now() + waitMs + connectWindowMs / scale
    return waitMs
  }

  return {
    async takeMessage(isPrivileged) {
      const isPlain = !isPrivileged && !isVerified
      const waitMs = isPlain ? await takeSlot(db, plain, plainLimit()) : 0
      // If only the common limit is used up, the slot of the other one is lost. That is rare and wastes no more than a message.
      return waitMs > 0 ? waitMs : takeSlot(db, all, allLimit)
    },
    takeJoin,
    takeLogin: () => takeSlot(db, `twitch:logins:${botUsername}`, joinLimit),
    readMessages,
    async readRatioLeft() {
      const limit = isVerified ? higherLimit : lowerLimit
      return (await readMessages(false)).left / limit
    },
    blockMessages: (milliseconds) => blockBudget(db, all, milliseconds),
  }
}

/**
 * Takes a slot. One that came late is lost, and another is taken: this process or Postgres hung, and Twitch would count the use later
 * than we do.
 */
async function takeSlot(db: Db, name: string, limit: BudgetLimit): Promise<number> {
  for (;;) {
    const begun = performance.now()
    const waitMs = await takeFromBudget(db, name, limit)
    if (waitMs > 0 || performance.now() - begun < driftMs) return waitMs
  }
}

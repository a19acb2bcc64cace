/** The states that `/live` sends: what each is read from, and the messages that carry it. */
import type { Goal, Leaderboard } from '../../contract/entities.ts'
import type { Locale } from '../../contract/locale.ts'
import type { PayoutCurrency } from '../../contract/money/money.ts'
import type { LiveScene, LiveTimer, LiveTotals } from '../../contract/sockets.ts'
import type { Db } from '../../db/connection.ts'
import { findCurrency, findLocale } from '../../db/queries/accounts/accounts.ts'
import { listPublicGoals } from '../../db/queries/goals/goals.ts'
import { countUnreadNotifications } from '../../db/queries/notifications/notifications.ts'
import { toGoal } from '../../domain/goals/to-goal.ts'
import { readLeaderboard } from '../../domain/insights/read-leaderboard.ts'
import { readLiveTotals } from '../../domain/insights/stream-totals.ts'
import { readLiveScene } from '../../domain/styles/scenes.ts'
import { readLiveTimers } from '../../domain/timer/read-entries.ts'
import type { StateOptions } from './state-broadcast.ts'

interface Goals {
  goals: Goal[]
  locale: Locale
}

interface Board {
  leaderboard: Leaderboard
  currency: PayoutCurrency
  locale: Locale
}

interface Totals {
  totals: LiveTotals | undefined
  /** When the creator's day ends. */
  dayEndsAt: Date | undefined
  locale: Locale
}

interface Timers {
  timers: LiveTimer[]
  locale: Locale
}

/** The states of a creator are found by the creator's uid. */
export interface LiveStates {
  goals: StateOptions<Goals>
  leaderboard: StateOptions<Board>
  timers: StateOptions<Timers>
  totals: StateOptions<Totals>
  scene: StateOptions<LiveScene>
  /** The number of an account's unread notifications, by the account's uid. */
  unread: StateOptions<number>
}

/** Returns the states, read from this database. */
export function liveStates(db: Db): LiveStates {
  return {
    goals: {
      prefix: 'goals:',
      async read(creatorUid) {
        const [rows, locale] = await Promise.all([
          listPublicGoals(db, creatorUid),
          findLocale(db, creatorUid),
        ])
        return { goals: rows.map(toGoal), locale }
      },
      send: (to, { goals, locale }) => void to.emit('goals', goals, locale),
    },
    leaderboard: {
      prefix: 'leaderboard:',
      async read(creatorUid) {
        const [leaderboard, currency, locale] = await Promise.all([
          readLeaderboard(db, creatorUid),
          findCurrency(db, creatorUid),
          findLocale(db, creatorUid),
        ])
        return { leaderboard, currency: currency ?? 'usd', locale }
      },
      send: (to, { leaderboard, currency, locale }) =>
        void to.emit('leaderboard', leaderboard, currency, locale),
    },
    totals: {
      prefix: 'totals:',
      async read(creatorUid) {
        const [read, locale] = await Promise.all([readLiveTotals(db, creatorUid), findLocale(db, creatorUid)])
        return { totals: read?.totals, dayEndsAt: read?.dayEndsAt, locale }
      },
      send: (to, { totals, locale }) => void (totals && to.emit('totals', totals, locale)),
    },
    timers: {
      prefix: 'timers:',
      async read(creatorUid) {
        const [timers, locale] = await Promise.all([
          readLiveTimers(db, creatorUid),
          findLocale(db, creatorUid),
        ])
        return { timers, locale }
      },
      send: (to, { timers, locale }) => void to.emit('timers', timers, Date.now(), locale),
    },
    scene: {
      prefix: 'scene:',
      read: (creatorUid) => readLiveScene(db, creatorUid),
      send: (to, scene) => void to.emit('scene', scene),
    },
    unread: {
      prefix: 'account:',
      read: (uid) => countUnreadNotifications(db, uid),
      send: (to, unread) => void to.emit('notifications', unread),
    },
  }
}

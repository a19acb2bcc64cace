/** The two Socket.IO namespaces: `/alerts` for overlays and `/live` for pages. */
import * as z from 'zod/mini'
import type { DataExport } from './data-export.ts'
import { isoTime, uid, userName } from './entities.ts'
import type { Goal, Leaderboard } from './entities.ts'
import { locales } from './locale.ts'
import type { Locale } from './locale.ts'
import { currency, minorUnits } from './money.ts'

/** The position of an alert in its creator's sequence, counted from 1. As a cursor, 0 is before the first alert. */
export const alertSeq = z.int().check(z.nonnegative())

/** An alert as an overlay shows it: only the public projection. `goal` is its state right after this tip. */
export const alert = z.object({
  id: z.uuid(),
  seq: alertSeq,
  kind: z.enum(['tip', 'goalFunded']),
  isTest: z.boolean(),
  name: z.string(),
  message: z.nullable(z.string()),
  amount: minorUnits,
  currency,
  goal: z.nullable(z.object({ title: z.string(), amount: minorUnits, amountReceived: minorUnits })),
  /** The language of the creator's stream; English if absent. */
  locale: z.optional(z.enum(locales)),
  at: isoTime,
})
export type Alert = z.output<typeof alert>

/**
 * Missed alerts of tips in one. `seq` is that of the last of them, `amount` their sum, and `name` says how many they are and whom they
 * are from. A page of an earlier release shows it as a tip.
 */
export type AlertDigest = Omit<Alert, 'kind'> & { kind: 'digest' }

/**
 * What an overlay sends when it connects. Without a cursor it gets only alerts that are published from then on. `key` is that of the
 * creator's private address; a wrong one is refused.
 */
export const alertsHello = z.object({
  userUID: uid,
  cursor: z.optional(alertSeq),
  key: z.optional(z.string().check(z.maxLength(100))),
})
export type AlertsHello = z.input<typeof alertsHello>

/** Server → overlay: `ready` with the cursor after which alerts follow, then each `alert` in order of `seq`. */
export interface AlertsToOverlay {
  ready: (cursor: number) => void
  alert: (alert: Alert | AlertDigest) => void
}
/** Overlay → server: `alert:shown` counts only with the creator's key or session. */
export interface AlertsToServer {
  'alert:shown': (seq: number) => void
}

/** What a page sends when it connects: the creator that it shows, if any. The session comes from the cookie. */
export const liveHello = z.object({ userName: z.optional(userName), userUID: z.optional(uid) })
export type LiveHello = z.input<typeof liveHello>

/** Server → page. Each message contains the whole state, so the next one makes up for a lost one. */
export interface LiveToPage {
  /** All public goals, in the form of `goals/get_all_goals`, and their creator's language. */
  goals: (goals: Goal[], locale: Locale) => void
  leaderboard: (board: Leaderboard) => void
  /** The number of unread notifications of the session's account. */
  notifications: (unread: number) => void
  /** The page's session has ended; the server closes the connection. */
  sessionEnded: () => void
  /** The progress of the data export of the session's account. */
  dataExport: (dataExport: DataExport) => void
}

export const alertsPath = '/alerts'
export const livePath = '/live'

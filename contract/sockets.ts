/** The two Socket.IO namespaces: `/alerts` for overlays and `/live` for pages. */
import * as z from 'zod/mini'
import type { DataExport } from './data-export.ts'
import { isoTime, uid, userName } from './entities.ts'
import type { Goal, Leaderboard } from './entities.ts'
import { locales } from './locale.ts'
import type { Locale } from './locale.ts'
import { currency, minorUnits } from './money.ts'

/** A place in one creator's sequence of alerts; 0 is before the first. */
export const alertSeq = z.int().check(z.nonnegative())

/** An alert as an overlay plays it: the public projection only. `goal` is as it stood once this tip was in it. */
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
  /** The creator's language, which their stream speaks; without one, English. */
  locale: z.optional(z.enum(locales)),
  at: isoTime,
})
export type Alert = z.output<typeof alert>

/** What an overlay says when it connects. Without a cursor it begins at the head. */
export const alertsHello = z.object({
  userUID: uid,
  cursor: z.optional(alertSeq),
  key: z.optional(z.string().check(z.maxLength(100))),
})
export type AlertsHello = z.input<typeof alertsHello>

/** Server → overlay: `ready` with the cursor from which it will be served, then `alert` in order of `seq`. */
export interface AlertsToOverlay {
  ready: (cursor: number) => void
  alert: (alert: Alert) => void
}
/** Overlay → server: `alert:shown` counts only from the creator's own key or session. */
export interface AlertsToServer {
  'alert:shown': (seq: number) => void
}

/** What a page says when it connects: the creator it shows, if any; a session is read from its cookie. */
export const liveHello = z.object({ userName: z.optional(userName), userUID: z.optional(uid) })
export type LiveHello = z.input<typeof liveHello>

/** Server → page. Every message is whole state, so a lost one is mended by the next. */
export interface LiveToPage {
  /** All goals that the public lists show, as `goals/get_all_goals` gives them, and their creator's language. */
  goals: (goals: Goal[], locale: Locale) => void
  leaderboard: (board: Leaderboard) => void
  /** How many notifications of the session's own account are unread. */
  notifications: (unread: number) => void
  /** The session that the page came with is over; the connection ends after it. */
  sessionEnded: () => void
  /** The export of the session's own account, each time it has moved on. */
  dataExport: (dataExport: DataExport) => void
}

export const alertsPath = '/alerts'
export const livePath = '/live'

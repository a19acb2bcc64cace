/** The two Socket.IO namespaces: `/alerts` for overlays and `/live` for pages. */
import * as z from 'zod/mini'
import type { DataExport } from './data-export.ts'
import { isoTime, uid, userName } from './entities.ts'
import type { Goal, Leaderboard } from './entities.ts'
import { locales } from './locale.ts'
import type { Locale } from './locale.ts'
import { currency, minorUnits, payoutCurrency } from './money.ts'

/** The position of an alert in its creator's sequence, counted from 1. As a cursor, 0 means before the first alert. */
export const alertSeq = z.int().check(z.nonnegative())

/** An alert as an overlay shows it, with public data only. `goal` is the goal's state right after this tip. */
export const alert = z.object({
  id: z.uuid(),
  seq: alertSeq,
  kind: z.enum(['tip', 'goalFunded']),
  isTest: z.boolean(),
  name: z.string(),
  message: z.nullable(z.string()),
  amount: minorUnits,
  currency,
  /** What a tip in another currency than the creator's is worth in the creator's, which the goal is in. */
  worth: z.optional(z.object({ amount: minorUnits, currency: payoutCurrency })),
  goal: z.nullable(z.object({ title: z.string(), amount: minorUnits, amountReceived: minorUnits })),
  /** The language of the creator's stream. Default: English. */
  locale: z.optional(z.enum(locales)),
  at: isoTime,
})
export type Alert = z.output<typeof alert>

/**
 * One alert that sums up the tips whose alerts an overlay missed. `seq` is that of the last of these alerts, `amount` is the sum of
 * the tips, and `name` says how many there are and from whom. A page of an earlier release shows it as a tip.
 */
export type AlertDigest = Omit<Alert, 'kind'> & { kind: 'digest' }

/**
 * What an overlay sends when it connects. Without a cursor it receives only alerts that are published after it connected. `key` is
 * the key of the creator's private address; an overlay with a wrong key is refused.
 */
export const alertsHello = z.object({
  userUID: uid,
  cursor: z.optional(alertSeq),
  key: z.optional(z.string().check(z.maxLength(100))),
})
export type AlertsHello = z.input<typeof alertsHello>

/**
 * Where an overlay is visible, best first. `program`: OBS shows it on program. `obs`: OBS shows it and has not said whether on
 * program. `preview`: only in OBS's preview. `visible`: in an ordinary browser. `hidden`: nowhere.
 */
export const overlayStates = ['program', 'obs', 'preview', 'visible', 'hidden'] as const
export type OverlayState = (typeof overlayStates)[number]

/**
 * The result of the last sound that the page tried to play. `blocked`: the browser forbids sound until somebody clicks. `failed`:
 * any other reason. A page cannot know whether OBS has muted it (https://github.com/obsproject/obs-browser#js-bindings).
 */
export const audioStates = ['unknown', 'played', 'blocked', 'failed'] as const
export type AudioState = (typeof audioStates)[number]

/**
 * The state that an open overlay reports to the server. The page chooses its `overlayId` when it loads. Pages of earlier releases
 * omit the optional fields.
 */
export const overlayReport = z.object({
  /** Lower case, because Postgres returns uuids in lower case. */
  overlayId: z.uuid().check(z.toLowerCase()),
  state: z.enum(overlayStates),
  audio: z.optional(z.enum(audioStates)),
  obsVersion: z.optional(z.string().check(z.regex(/^\d{1,4}(\.\d{1,5}){1,2}$/))),
  /** The build of the page; absent in development. */
  build: z.optional(z.string().check(z.regex(/^\w{1,20}$/))),
})
export type OverlayReport = z.output<typeof overlayReport>

/** How long, in milliseconds, a page must have drawn an alert before the alert counts as shown. */
export const minShownMs = 2_000
/**
 * Reports that the active overlay has drawn an alert for `shownMs` milliseconds while it was visible. Sent once `minShownMs` are
 * reached, and a second time when the alert ends.
 */
export const alertShown = z.object({
  seq: alertSeq,
  shownMs: z.int().check(z.minimum(minShownMs), z.maximum(60_000)),
})
export type AlertShown = z.output<typeof alertShown>

/**
 * Messages from the server to an overlay: `ready` with the cursor from which the overlay continues, then each `alert` in the order
 * of `seq`.
 */
export interface AlertsToOverlay {
  /**
   * `playedSeq` is the last alert that an overlay of the creator has begun. If it is present, the page has the creator's key or
   * session, and may begin alerts only as the active overlay. `build` is the server's build of the alert page; a page of another
   * build reloads itself.
   */
  ready: (cursor: number, playedSeq?: number | null, build?: string) => void
  alert: (alert: Alert | AlertDigest) => void
  /** One of the creator's overlays has begun the alerts up to `seq`. */
  played: (seq: number) => void
  /**
   * This page is the active overlay for the next `forMs` milliseconds: it may begin alerts after `playedSeq` and play their sounds.
   * The page calls `confirm` to show that it still responds.
   */
  active: (forMs: number, playedSeq: number, confirm: () => void) => void
  /** This page is not the active overlay: another one is. */
  inactive: () => void
}
/** Messages from an overlay to the server. The server ignores them unless the overlay has the creator's key or session. */
export interface AlertsToServer {
  'overlay:state': (report: OverlayReport) => void
  /** The active overlay begins to show the alert. */
  'alert:begin': (seq: number) => void
  'alert:shown': (report: AlertShown) => void
}

/** What a page sends when it connects: the creator that it shows, if any. The session is in the cookie. */
export const liveHello = z.object({ userName: z.optional(userName), userUID: z.optional(uid) })
export type LiveHello = z.input<typeof liveHello>

/** Messages from the server to a page. Each contains the whole state, so the next message makes up for a lost one. */
export interface LiveToPage {
  /** All public goals, in the form of `goals/get_all_goals`, and the creator's language. */
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

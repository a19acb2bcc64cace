/** The two Socket.IO namespaces: `/alerts` for overlays and `/live` for pages. */
import * as z from 'zod/mini'
import type { DataExport } from './data-export.ts'
import { isoTime, uid, userName } from './entities.ts'
import type { Goal, Leaderboard } from './entities.ts'
import { locales } from './locale.ts'
import type { Locale } from './locale.ts'
import { currency, minorUnits } from './money.ts'

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
  goal: z.nullable(z.object({ title: z.string(), amount: minorUnits, amountReceived: minorUnits })),
  /** The language of the creator's stream. Default: English. */
  locale: z.optional(z.enum(locales)),
  at: isoTime,
})
export type Alert = z.output<typeof alert>

/**
 * One alert that sums up missed alerts of tips. `seq` is that of the last of them, `amount` is their sum, and `name` says how
 * many there are and from whom. A page of an earlier release shows it as a tip.
 */
export type AlertDigest = Omit<Alert, 'kind'> & { kind: 'digest' }

/**
 * What an overlay sends when it connects. Without a cursor it receives only alerts that are published from then on. `key` is the
 * key of the creator's private address; an overlay with a wrong key is refused.
 */
export const alertsHello = z.object({
  userUID: uid,
  cursor: z.optional(alertSeq),
  key: z.optional(z.string().check(z.maxLength(100))),
})
export type AlertsHello = z.input<typeof alertsHello>

/**
 * Where an overlay is seen, best first. `obs` is visible in broadcast software that has not said whether it is on program, `visible`
 * is an ordinary browser.
 */
export const overlayStates = ['program', 'obs', 'preview', 'visible', 'hidden'] as const
export type OverlayState = (typeof overlayStates)[number]

/**
 * What became of the last sound that the page has played: `blocked` by a browser that forbids it until somebody clicks, or `failed`
 * for another reason. Whether broadcast software has muted the page, no page knows
 * (https://github.com/obsproject/obs-browser#js-bindings).
 */
export const audioStates = ['unknown', 'played', 'blocked', 'failed'] as const
export type AudioState = (typeof audioStates)[number]

/** What an open page reports of itself; `overlayId` is made when the page is loaded. Pages of earlier releases report less. */
export const overlayReport = z.object({
  /** In lower case, as Postgres has it. */
  overlayId: z.uuid().check(z.toLowerCase()),
  state: z.enum(overlayStates),
  audio: z.optional(z.enum(audioStates)),
  obsVersion: z.optional(z.string().check(z.regex(/^\d{1,4}(\.\d{1,5}){1,2}$/))),
  /** The build of the page; absent in development. */
  build: z.optional(z.string().check(z.regex(/^\w{1,20}$/))),
})
export type OverlayReport = z.output<typeof overlayReport>

/** How long a page must have drawn an alert for it to count as shown. */
export const minShownMs = 2_000
/** The report that an alert has been drawn for so long where the stream can show it; sent again when it ends. */
export const alertShown = z.object({
  seq: alertSeq,
  shownMs: z.int().check(z.minimum(minShownMs), z.maximum(60_000)),
})
export type AlertShown = z.output<typeof alertShown>

/** Server → overlay. `ready` has the cursor from which the overlay continues; then each `alert` follows in the order of `seq`. */
export interface AlertsToOverlay {
  /**
   * With `playedSeq`, the last alert that an overlay of the creator has begun, the page is trusted and waits for its turn. `build`
   * is that of the alert page at this server: a page of another build reloads itself.
   */
  ready: (cursor: number, playedSeq?: number | null, build?: string) => void
  alert: (alert: Alert | AlertDigest) => void
  /** An overlay of the creator has begun the alerts up to this one. */
  played: (seq: number) => void
  /** The page may begin alerts after `playedSeq`, and sound, for so many milliseconds. It confirms that it is there. */
  active: (forMs: number, playedSeq: number, confirm: () => void) => void
  /** Another page is the active overlay. */
  inactive: () => void
}
/** Overlay → server. All of it counts only with the creator's key or session. */
export interface AlertsToServer {
  'overlay:state': (report: OverlayReport) => void
  /** The page begins to show the alert, as the active overlay. */
  'alert:begin': (seq: number) => void
  'alert:shown': (report: AlertShown) => void
}

/** What a page sends when it connects: the creator that it shows, if any. The session is in the cookie. */
export const liveHello = z.object({ userName: z.optional(userName), userUID: z.optional(uid) })
export type LiveHello = z.input<typeof liveHello>

/** Server → page. Each message contains the whole state, so a lost message is made up for by the next one. */
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

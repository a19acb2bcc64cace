/** The two Socket.IO namespaces: `/alerts` for overlays and `/live` for pages. */
import * as z from 'zod/mini'
import { alertSeq } from './alerts/alert-seq.ts'
import type { AlertLook, AlertStyle } from './alerts/alert-style.ts'
import type { Alert, AlertDigest } from './alerts/alert.ts'
import type { DataExport } from './accounts/data-export.ts'
import type { SceneLayer } from './alerts/scene.ts'
import type { AlertSound } from './alerts/sound-calls.ts'
import type { SpeechChoice } from './alerts/speech-calls.ts'
import { uid, userName } from './entities.ts'
import type { Goal, Leaderboard } from './entities.ts'
import type { Locale } from './locale.ts'
import type { PayoutCurrency } from './money/money.ts'
import type { PanelShow, PanelState, PanelTip } from './panel/panel.ts'
import type { TimerEntryKind, TimerStatus } from './timer/timer.ts'

/**
 * What an overlay sends when it connects. Without a cursor it receives only alerts that are published after it connected. `key` is
 * the key in the creator's address; an overlay with a wrong key is refused.
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

/** The state that an open overlay reports to the server. The page chooses its `overlayId` when it loads. */
export const overlayReport = z.object({
  /** Lower case, because Postgres returns uuids in lower case. */
  overlayId: z.uuid().check(z.toLowerCase()),
  state: z.enum(overlayStates),
  audio: z.enum(audioStates),
  /** Absent in other programs than OBS. */
  obsVersion: z.optional(z.string().check(z.regex(/^\d{1,4}(\.\d{1,5}){1,2}$/))),
  /** The build of the page; absent in development. */
  build: z.optional(z.string().check(z.regex(/^\w{1,20}$/))),
})
export type OverlayReport = z.output<typeof overlayReport>

/** How long, in milliseconds, a page must have drawn an alert before the alert counts as shown. */
export const minShownMs = 2_000
/** More than a page draws an alert: the longest stay that a style allows, with speech after it. */
const maxShownMs = 120_000
/**
 * Reports that the active overlay has drawn an alert for `shownMs` milliseconds while it was visible. Sent once `minShownMs` are
 * reached, and a second time when the alert ends.
 */
export const alertShown = z.object({
  seq: alertSeq,
  shownMs: z.int().check(z.minimum(minShownMs), z.maximum(maxShownMs)),
})
export type AlertShown = z.output<typeof alertShown>

/** What the alerts of a creator play and speak. `speech` is absent if nothing is spoken. */
export type OverlaySounds = AlertSound & { speech?: SpeechChoice | null }

/** How the alerts of a creator look. */
export interface LiveStyle {
  style: AlertStyle
  /** Rises with each style that the creator publishes. */
  version: number
  /** The address of the creator's page. */
  pageUrl: string
}

/**
 * What the creator's control panel says about alerts. While it is paused or in panic no overlay begins one; in panic nothing is on
 * screen. Alerts up to `droppedSeq` and those in `skipped` are neither shown nor left on screen.
 */
export interface OverlayControl {
  /** Rises with every action in the panel. */
  version: number
  isPaused: boolean
  isMuted: boolean
  isPanic: boolean
  droppedSeq: number
  skipped: number[]
  /** The version that the last skip of whatever is on screen led to; a page that learns of a higher one ends its alert. */
  skipVersion: number
}

/** Messages from the server to an overlay: `ready` with the cursor where the overlay continues, then each `alert` in the order of `seq`. */
export interface AlertsToOverlay {
  /**
   * `playedSeq` is the last alert that an overlay of the creator has begun. If it is present, the page has the creator's key or
   * session, and may begin alerts only as the active overlay. `build` is the server's build of the alert page; a page of another
   * build reloads itself.
   */
  ready: (
    cursor: number,
    playedSeq?: number | null,
    build?: string | null,
    sounds?: OverlaySounds,
    control?: OverlayControl,
  ) => void
  /** Something was done in the control panel. */
  control: (control: OverlayControl) => void
  /** The creator has changed what alerts play. */
  sounds: (sounds: OverlaySounds) => void
  /** How alerts look: sent before `ready`, unless they have our standard style, and when the creator publishes another one. */
  style: (style: LiveStyle) => void
  /** The message of the alert `seq` can be loaded as speech from this path. It may arrive before the alert, or too late. */
  speech: (seq: number, path: string) => void
  alert: (alert: Alert | AlertDigest) => void
  /**
   * Sent to a page that has become the active overlay: this alert was begun, but not shown to its end nor for `minShownMs`. The page
   * plays it again, once, whatever its `seq`.
   */
  again: (alert: Alert) => void
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
  /** The alert has left the screen of the active overlay. */
  'alert:end': (seq: number) => void
  /** The time of the alert is over, but the active overlay has drawn it for less than `minShownMs`, because it was hidden. */
  'alert:cut': (seq: number) => void
}

/** What widgets on the stream show. `scene` is all of them, and where they are. */
export const liveWants = ['goals', 'leaderboard', 'timers', 'totals', 'scene'] as const
export type LiveWants = (typeof liveWants)[number]

/**
 * What a page sends when it connects: the creator that it shows, if any. The session is in the cookie. A page is a widget or a control
 * panel, not both: a widget stays when a session ends.
 */
export const liveHello = z
  .object({
    userName: z.optional(userName),
    userUID: z.optional(uid),
    /** What a widget on the stream shows; it gets nothing else. Without it, a page gets goals and leaderboard. */
    wants: z.optional(z.enum(liveWants)),
    /** The key in the creator's address. Only totals, and so scenes, need it, or the creator's session, because they are not public. */
    key: z.optional(z.string().check(z.maxLength(100))),
    /** The creator whose control panel the page shows, which only the creator and the creator's moderators may see. */
    panel: z.optional(uid),
  })
  .check(z.refine(({ wants, panel }) => wants === undefined || panel === undefined))
export type LiveHello = z.input<typeof liveHello>

/** A donothon timer as widgets show it. Times are milliseconds since 1970. */
export interface LiveTimer {
  timerId: string
  name: string
  /** Rises with every change. */
  version: number
  status: TimerStatus
  /** When it ends or has ended; null while it is idle or paused. */
  endsAtMs: number | null
  /** What is left while it is paused, in milliseconds; null otherwise. */
  restMs: number | null
  isHappyHour: boolean
  /** The last entries, latest first. `name` is the public name of a tip's supporter or of whom a show event names; null for what is anonymous or held. */
  latest: { entryId: string; kind: TimerEntryKind; name: string | null }[]
}

/** What a creator has received, in minor units: since the stream's total was started, and in this day and month (UTC). */
export interface LiveTotals {
  currency: PayoutCurrency
  stream: number
  today: number
  month: number
}

/** A creator's scene. `version` rises with each one that the creator publishes. */
export interface LiveScene {
  version: number
  /** From the back to the front. */
  layers: SceneLayer[]
}

/** How the widgets of a creator look: as alerts do without a variation. `version` rises with each style that the creator publishes. */
export type WidgetLook = Pick<AlertLook, 'size' | 'font' | 'colors'> & { version: number }

/** Messages from the server to a page. Each contains the whole state, so the next message makes up for a lost one. */
export interface LiveToPage {
  /** All public goals, in the form of `goals/get_all_goals`, and the creator's language. */
  goals: (goals: Goal[], locale: Locale) => void
  /** The leaderboard, with the currency of its amounts and the creator's language. */
  leaderboard: (board: Leaderboard, currency: PayoutCurrency, locale: Locale) => void
  /** What the creator has received, with the creator's language. */
  totals: (totals: LiveTotals, locale: Locale) => void
  /** The creator's timers, with the server's time in milliseconds since 1970. */
  timers: (timers: LiveTimer[], nowMs: number, locale: Locale) => void
  /** Where the layers of the creator's scene are, and what they show. */
  scene: (scene: LiveScene) => void
  /** Whether a widget shows nothing, because of a panic. Until the first one, which comes after `look`, it is not shown either. */
  blank: (isBlank: boolean) => void
  /** How a widget looks: when it connects, unless that is our standard look, and when the creator publishes a style. */
  look: (look: WidgetLook) => void
  /** The state of the control panel. */
  panel: (state: PanelState) => void
  /** Tips of the control panel that are new or have changed; `isAll` if they are all that it lists. */
  panelTips: (tips: PanelTip[], isAll: boolean) => void
  /** Show events of the control panel, in the same way. */
  panelShows: (shows: PanelShow[], isAll: boolean) => void
  /** The viewer may no longer see the control panel; the server closes the connection. */
  panelClosed: () => void
  /** The number of unread notifications of the session's account, counted up to a thousand of each kind. */
  notifications: (unread: number) => void
  /** The page's session has ended; the server closes the connection. */
  sessionEnded: () => void
  /** The progress of the data export of the session's account. */
  dataExport: (dataExport: DataExport) => void
}

/** Messages from a page to the server. */
export interface LiveToServer {
  /** Asks for the server's time in milliseconds since 1970. */
  time: (answer: (nowMs: number) => void) => void
}

export const alertsPath = '/alerts'
export const livePath = '/live'

/**
 * The looks that alerts have until their creator changes them, and which look an alert gets. This file has no schema, so that the
 * overlay's bundle does not include Zod.
 */
import { alertThemes } from './alert-themes.ts'
import type { AlertTheme } from './alert-themes.ts'
import type {
  AlertCondition,
  AlertKind,
  AlertLook,
  AlertStyle,
  AlertVariation,
  longestLimits,
  TextKind,
} from './alert-style.ts'
import type { Alert, AlertDigest, ShowAlert, TipAlert } from './alert.ts'
import type { ShowKind } from '../show/show-event.ts'

type ShownAlert = Alert | AlertDigest

const ownTexts = { headline: null, line: null }

/** Returns the look of a theme as we made it. */
export function lookOf(theme: AlertTheme): AlertLook {
  return {
    theme,
    ...alertThemes[theme],
    size: 'medium',
    picture: null,
    showsMessage: true,
    showsGoal: true,
    durationMs: 6_000,
    sound: null,
    texts: { goalTip: ownTexts, generalTip: ownTexts, goalFunded: ownTexts, milestone: ownTexts },
  }
}

/** Returns the style of a creator who has published none. */
export function standardStyle(): AlertStyle {
  return {
    version: 1,
    look: lookOf('liquid'),
    variations: [],
    merging: null,
    milestones: { quarters: false, oneTipToGo: false },
  }
}

export function kindOf(alert: TipAlert | AlertDigest): Exclude<AlertKind, ShowKind>
export function kindOf(alert: ShownAlert): AlertKind
export function kindOf(alert: ShownAlert): AlertKind {
  if (alert.kind === 'show') return alert.show.kind
  const { kind, milestone, goal } = alert
  if (kind === 'digest') return 'digest'
  if (milestone) return 'milestone'
  if (kind === 'goalFunded') return 'goalFunded'
  return goal ? 'goalTip' : 'generalTip'
}

/** Returns the kind of texts that an alert has; undefined for several tips in one alert, and for show events, which always have our own. */
export function textKindOf(alert: ShownAlert): TextKind | undefined {
  if (alert.kind === 'show') return undefined
  const kind = kindOf(alert)
  return kind === 'digest' ? undefined : kind
}

/** Returns the first variation that matches an alert. */
export function findVariation(style: AlertStyle, alert: ShownAlert): AlertVariation | undefined {
  return style.variations.find(({ when }) => matches(when, alert))
}

/** Returns the look of an alert: that of the first variation that matches, or else the style's own. */
export function chooseLook(style: AlertStyle, alert: ShownAlert): AlertLook {
  return (findVariation(style, alert) ?? style).look
}

function matches(when: AlertCondition, alert: ShownAlert): boolean {
  if (when.kind !== null && when.kind !== kindOf(alert)) return false
  return alert.kind === 'show' ? isForAnything(when) : matchesTip(when, alert)
}

/** Whether a condition says nothing about money, goals and first tips, so that a show event can meet it. */
function isForAnything({ fromAmount, toAmount, goalId, isFirstTip }: AlertCondition): boolean {
  return fromAmount === null && toAmount === null && goalId === null && !isFirstTip
}

function matchesTip(when: AlertCondition, alert: Exclude<ShownAlert, ShowAlert>): boolean {
  const { amount } = alert.worth ?? alert
  return (
    (when.fromAmount === null || amount >= when.fromAmount) &&
    (when.toAmount === null || amount <= when.toAmount) &&
    (when.goalId === null || when.goalId === alert.goal?.goalId) &&
    (!when.isFirstTip || alert.isFirstTip === true)
  )
}

/** For how many milliseconds a theme celebrates; its alert stays as much longer. */
export const celebrationMs = 3_000

/** Returns whether the theme celebrates with an alert: if its look wants that for all, or if it says that a goal is funded and its look does not forbid it. */
export function isCelebrated({ celebrates = true }: AlertLook, alert: ShownAlert): boolean {
  return celebrates === 'all' || (celebrates && kindOf(alert) === 'goalFunded')
}

/** Returns for how many milliseconds an alert is on screen while so many others wait, its celebration included. */
export function stayMsOf(look: AlertLook, alert: ShownAlert, waiting: number): number {
  return displayMsOf(look, waiting, alert.message) + (isCelebrated(look, alert) ? celebrationMs : 0)
}

/** How many characters of a message the time that a creator has set is enough for, and how many are read in each second more. */
const reading = { included: 80, perSecond: 20 }
/** Chinese, Japanese and Korean characters, which say about twice as much as a letter. */
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu
/** What `longestMs` is if a look does not say it: the contract's `longestLimits.standard`, which only its type brings here. */
const standardLongestMs: (typeof longestLimits)['standard'] = 20_000

/**
 * Returns for how many milliseconds an alert stays on screen, without a celebration: as its look says, longer with a long message that it shows, up to the
 * creator's maximum, and less while many others wait. Subtitles for adults are read at 17 characters a second
 * (https://backlothelp.netflix.com/hc/en-us/articles/219375728-English-Template-Timed-Text-Style-Guide); an alert has the time that was
 * set besides, so its message may be a little faster.
 */
export function displayMsOf(look: Stay, waiting: number, message: string | null = null): number {
  const ms = look.durationMs + readingMsOf(look, message ?? '')
  if (waiting > 20) return Math.min(ms, 2_000)
  return waiting > 5 ? Math.min(ms, 3_500) : ms
}

type Stay = Pick<AlertLook, 'durationMs'> & Partial<Pick<AlertLook, 'longestMs' | 'showsMessage'>>

/** Returns by how many milliseconds a message keeps an alert longer on screen. */
function readingMsOf(
  { durationMs, longestMs = standardLongestMs, showsMessage }: Stay,
  message: string,
): number {
  if (!showsMessage) return 0
  const characters = [...message].length + (message.match(dense)?.length ?? 0)
  const wantedMs = (Math.max(0, characters - reading.included) / reading.perSecond) * 1_000
  return Math.round(Math.min(wantedMs, Math.max(0, longestMs - durationMs)))
}

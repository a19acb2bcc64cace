/**
 * The looks that alerts have until their creator changes them, and which look an alert gets. This file has no schema, so that the
 * overlay's bundle does not include Zod.
 */
import type {
  AlertCondition,
  AlertKind,
  AlertLook,
  AlertStyle,
  AlertTheme,
  AlertVariation,
  TextKind,
} from './alert-style.ts'
import type { Alert, AlertDigest } from './sockets.ts'

type ShownAlert = Alert | AlertDigest

/** The colours with which each theme was drawn. */
export const themeColors: Record<AlertTheme, AlertLook['colors']> = {
  liquid: { text: '#ffffff', accent: '#ffc457', fill: '#ff6b4a', ground: '#1b1530' },
  ticket: { text: '#1b1530', accent: '#6c4cf1', fill: '#ff6b4a', ground: '#fffbf5' },
  arcade: { text: '#f6f1ff', accent: '#3df2c4', fill: '#ff4fa3', ground: '#120c2e' },
  banner: { text: '#ffffff', accent: '#ffd166', fill: '#6c4cf1', ground: '#17122b' },
}

/** Where each theme was meant to be. */
const themePlaces: Record<AlertTheme, AlertLook['place']> = {
  liquid: 'top',
  ticket: 'top-right',
  arcade: 'top',
  banner: 'bottom',
}

const ownTexts = { headline: null, line: null }

/** Returns the look of a theme as we made it. */
export function lookOf(theme: AlertTheme): AlertLook {
  return {
    theme,
    place: themePlaces[theme],
    size: 'medium',
    font: theme === 'ticket' ? 'figtree' : 'bricolage',
    colors: themeColors[theme],
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

export function kindOf({ kind, milestone, goal }: ShownAlert): AlertKind {
  if (kind === 'digest') return 'digest'
  if (milestone) return 'milestone'
  if (kind === 'goalFunded') return 'goalFunded'
  return goal ? 'goalTip' : 'generalTip'
}

/** Returns the kind of texts that an alert has; undefined for several tips in one alert, which always have our own. */
export function textKindOf(alert: ShownAlert): TextKind | undefined {
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
  const { amount } = alert.worth ?? alert
  return (
    (when.kind === null || when.kind === kindOf(alert)) &&
    (when.fromAmount === null || amount >= when.fromAmount) &&
    (when.toAmount === null || amount <= when.toAmount) &&
    (when.goalId === null || when.goalId === alert.goal?.goalId) &&
    (!when.isFirstTip || alert.isFirstTip === true)
  )
}

/** Returns for how many milliseconds an alert stays on screen: less than its look says while many others wait. */
export function displayMsOf({ durationMs }: Pick<AlertLook, 'durationMs'>, waiting: number): number {
  if (waiting > 20) return Math.min(durationMs, 2_000)
  return waiting > 5 ? Math.min(durationMs, 3_500) : durationMs
}

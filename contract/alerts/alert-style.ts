/**
 * How a creator's alerts look and sound, as data: one look for all alerts, and variations for some of them. Editors, servers and
 * overlays parse it with this schema, which is strict, so a file of a later version is refused instead of half understood.
 */
import * as z from 'zod/mini'
import { alertThemes } from './alert-themes.ts'
import type { AlertTheme } from './alert-themes.ts'
import { lettering, lookColor } from './lettering.ts'
import { minorUnits } from '../money/money.ts'
import { showKind } from '../show/show-event.ts'
import { soundChoice, volume } from './sounds.ts'
import { plainText } from '../text.ts'

export const alertTheme = z.enum(Object.keys(alertThemes) as [AlertTheme, ...AlertTheme[]])

/** Where the alert is in the picture. */
export const alertPlace = z.enum([
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
])
export type AlertPlace = z.output<typeof alertPlace>

/** The fonts that alerts can use. We serve all of them. */
export const alertFont = z.enum(['bricolage', 'figtree'])
export type AlertFont = z.output<typeof alertFont>

export const alertSize = z.enum(['small', 'medium', 'large'])
export type AlertSize = z.output<typeof alertSize>

/** How an alert comes or goes: the edge of the picture that it comes from or goes to, or what happens where it is. */
export const alertMotion = z.enum(['fade', 'zoom', 'top', 'bottom', 'left', 'right'])
export type AlertMotion = z.output<typeof alertMotion>

/**
 * The kinds of alerts that can look different. `digest`: several tips in one alert. `milestone`: a goal has reached a part of its
 * amount. The others are show events.
 */
export const alertKind = z.enum([
  'goalTip',
  'generalTip',
  'goalFunded',
  'milestone',
  'digest',
  ...showKind.options,
])
export type AlertKind = z.output<typeof alertKind>

/** The kinds of alerts with texts of the creator's own. */
export const textKinds = ['goalTip', 'generalTip', 'goalFunded', 'milestone'] as const
export type TextKind = (typeof textKinds)[number]

export const alertTextLimits = { headline: 120, line: 160, name: 40 } as const
export const maxVariations = 10
/** How long an alert without a long message can be on screen, in milliseconds. */
export const durationLimits = { min: 3_000, max: 20_000 } as const
/** How long a long message can keep an alert on screen, in milliseconds. `standard` holds for looks that do not say it. */
export const longestLimits = { min: 3_000, max: 40_000, standard: 20_000 } as const

/** A text with variables in braces; null is our own text, in the language of the creator's stream. */
const lines = z.strictObject({
  headline: z.nullable(plainText(alertTextLimits.headline)),
  line: z.nullable(plainText(alertTextLimits.line)),
})
export type AlertLines = z.output<typeof lines>

/** The path of an uploaded picture or video. */
export const alertPicturePath = z.string().check(z.regex(/^\/media\/[0-9a-f]{32}-512\.web[pm]$/))

export const alertLook = z.strictObject({
  theme: alertTheme,
  place: alertPlace,
  size: alertSize,
  font: alertFont,
  /** `text` and `accent` colour words; `fill` and `accent` the drawing; `ground` is behind the words, or outlines them. */
  colors: z.strictObject({ text: lookColor, accent: lookColor, fill: lookColor, ground: lookColor }),
  /** The path of an uploaded picture that replaces the theme's drawing. */
  picture: z.nullable(alertPicturePath),
  showsMessage: z.boolean(),
  /** Whether the goal's bar is shown with the alert. */
  showsGoal: z.boolean(),
  /** Whether the theme celebrates a funded goal over the whole picture, or all alerts with this look. Default: true. */
  celebrates: z.optional(z.union([z.boolean(), z.literal('all')])),
  /** How the alert comes and goes. Default: as its theme does. */
  entrance: z.optional(alertMotion),
  exit: z.optional(alertMotion),
  /** How each text is set. Default: as the theme sets them. */
  lettering: z.optional(lettering),
  durationMs: z.int().check(z.minimum(durationLimits.min), z.maximum(durationLimits.max)),
  /** How long a long message keeps the alert on screen at most; never less than `durationMs`. Default: `longestLimits.standard`. */
  longestMs: z.optional(z.int().check(z.minimum(longestLimits.min), z.maximum(longestLimits.max))),
  /** What this look plays; null plays what all alerts play (`AlertSound`). */
  sound: z.nullable(z.strictObject({ sound: soundChoice, volume })),
  texts: z.strictObject({ goalTip: lines, generalTip: lines, goalFunded: lines, milestone: lines }),
})
export type AlertLook = z.output<typeof alertLook>

/** An amount in minor units of the creator's currency. */
const amount = minorUnits.check(z.maximum(1_000_000_000))

/** Which alerts a variation is for: those that meet every condition that is set. */
export const alertCondition = z.strictObject({
  kind: z.nullable(alertKind),
  fromAmount: z.nullable(amount),
  toAmount: z.nullable(amount),
  goalId: z.nullable(z.uuid()),
  /** Only the first tip of a supporter to this creator. */
  isFirstTip: z.boolean(),
})
export type AlertCondition = z.output<typeof alertCondition>

export const alertVariation = z.strictObject({
  variationId: z.uuid(),
  name: plainText(alertTextLimits.name).check(z.minLength(1)),
  when: alertCondition,
  look: alertLook,
})
export type AlertVariation = z.output<typeof alertVariation>

export const alertStyle = z.strictObject({
  /** The version of this schema. */
  version: z.literal(1),
  look: alertLook,
  /** The first one that matches an alert replaces `look`. */
  variations: z.array(alertVariation).check(z.maxLength(maxVariations)),
  /** When so many alerts wait, small tips that follow each other are shown in one alert; null never merges them. */
  merging: z.nullable(
    z.strictObject({ fromWaiting: z.int().check(z.minimum(3), z.maximum(50)), belowAmount: amount }),
  ),
  /** Which moments of goals have an alert of their own: 25, 50 and 75 %, and that one more tip as large as the last fills the goal. */
  milestones: z.strictObject({ quarters: z.boolean(), oneTipToGo: z.boolean() }),
})
export type AlertStyle = z.output<typeof alertStyle>

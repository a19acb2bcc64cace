/** How each text of an alert is set: its size, its outline, and how its words or letters come. */
import * as z from 'zod/mini'

/** A colour as `input type=color` gives it. */
export const lookColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

/** The texts of an alert, as their class names in the overlay. */
export const textParts = ['headline', 'line', 'message'] as const
export type TextPart = (typeof textParts)[number]

/** How a text comes: with the alert, or its words or letters one after the other. Only `transform` and `opacity` move. */
export const textMotion = z.enum([
  'none',
  'words-rise',
  'words-pop',
  'letters-type',
  'letters-drop',
  'letters-wave',
])
export type TextMotion = z.output<typeof textMotion>

/** The size of a text, in per cent of what the theme gives it. */
export const textSizeLimits = { min: 60, max: 200 } as const
/** The widest outline, in hundredths of the type's size. */
export const maxOutlineWidth = 20

export const textSetting = z.strictObject({
  /** In per cent; smaller where the text would not fit. Default: 100. */
  size: z.optional(z.int().check(z.minimum(textSizeLimits.min), z.maximum(textSizeLimits.max))),
  /** In hundredths of the type's size; 0 is no outline. Default: as the theme does. */
  outline: z.optional(
    z.strictObject({
      width: z.int().check(z.minimum(0), z.maximum(maxOutlineWidth)),
      color: lookColor,
    }),
  ),
  /** Default: as the theme does. */
  motion: z.optional(textMotion),
})
export type TextSetting = z.output<typeof textSetting>

export const lettering = z.strictObject({
  headline: z.optional(textSetting),
  line: z.optional(textSetting),
  message: z.optional(textSetting),
})
export type Lettering = z.output<typeof lettering>

/** The sounds of alerts: our own, and those that creators upload. The sound with a given id never changes. */
import * as z from 'zod/mini'

/** Our own sounds, as `web/public/sounds/` has them. `scripts/make-sounds.ts` makes them. */
export const builtinSound = z.enum(['drop', 'chime', 'coin', 'marimba', 'pop', 'fanfare'])
export type BuiltinSound = z.output<typeof builtinSound>

/** The formats of uploaded sounds. Browsers and OBS play all of them. */
export const soundFormats = ['mp3', 'ogg', 'wav'] as const
export type SoundFormat = (typeof soundFormats)[number]

/** Which sound an alert plays; null plays none. A style of alerts contains the same reference. */
export const soundChoice = z.nullable(
  z.discriminatedUnion('source', [
    z.object({ source: z.literal('builtin'), name: builtinSound }),
    z.object({ source: z.literal('uploaded'), soundId: z.uuid() }),
  ]),
)
export type SoundChoice = z.output<typeof soundChoice>

/** A volume in per cent. */
export const volume = z.int().check(z.minimum(0), z.maximum(100))

/**
 * What can be left out of an uploaded sound: bytes that are not sound; a second sound with another sample rate or number of channels; or
 * the end, which the file lacks.
 */
export const soundCut = z.enum(['other', 'second', 'end'])
export type SoundCut = z.output<typeof soundCut>

/**
 * The limits of an uploaded sound. An alert is on screen for six seconds, and its sound may be a little longer. A sound of 15 s
 * takes 240 KB as an MP3 of 128 kbit/s.
 */
export const maxSoundBytes = 500 * 1024
export const maxSoundMs = 15_000
/** How many sounds a creator may keep. */
export const maxSounds = 20

export const soundNameLength = 60

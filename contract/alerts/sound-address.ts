/** The addresses of sounds. This file imports no schema, so that the overlay's bundle stays small. */
import type { SoundChoice } from './sounds.ts'

export const soundsBase = '/sounds/'

/** Returns the path of a sound; undefined for no sound. */
export function soundPath(sound: SoundChoice): string | undefined {
  if (!sound) return undefined
  return soundsBase + (sound.source === 'builtin' ? `${sound.name}.wav` : sound.soundId)
}

export const speechBase = '/speech/'

/** Returns the path of a spoken message's file. */
export function speechPath(token: string): string {
  return speechBase + token
}

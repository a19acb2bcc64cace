/** What is read of an uploaded sound. */
import type { SoundCut } from '../../contract/alerts/sounds.ts'

export interface SoundParts {
  durationMs: number
  /** The sound, without tags and whatever else the file has. */
  audio: Buffer
  /** What is left out beside tags and padding, so that the page can tell the uploader. */
  cut: SoundCut[]
}

/** Returns whether bytes are nothing but zeros. Programs fill gaps with them. */
export function isPadding(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

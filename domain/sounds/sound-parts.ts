/** What is read of an uploaded sound. */

/** The part of a file that is sound, and its duration in milliseconds. */
export interface SoundParts {
  durationMs: number
  audio: Buffer
}

/**
 * Checks an uploaded sound by its content. A file must consist of nothing but the parts of its format, so a page, a picture or a
 * program with a sound before or behind it is refused, and so is a file that is cut off. The code reads headers and sizes and decodes
 * nothing: browsers do that.
 */
import type { SoundFormat } from '../../contract/sounds.ts'
import { readMp3 } from './read-mp3.ts'
import { readOgg } from './read-ogg.ts'
import { readWav } from './read-wav.ts'
import type { SoundParts } from './sound-parts.ts'

export interface ReadSound extends SoundParts {
  format: SoundFormat
}

const readers: Record<SoundFormat, (file: Buffer) => SoundParts | undefined> = {
  mp3: readMp3,
  ogg: readOgg,
  wav: readWav,
}

/** Returns the sound of a file without its tags and other additions; undefined if it is not a sound of an accepted format. */
export function readSound(file: Buffer): ReadSound | undefined {
  const format = findFormat(file)
  const parts = format && readers[format](file)
  return parts && { ...parts, durationMs: Math.max(1, Math.round(parts.durationMs)), format }
}

function findFormat(file: Buffer): SoundFormat | undefined {
  const mark = file.toString('latin1', 0, 4)
  if (mark === 'OggS') return 'ogg'
  if (mark === 'RIFF') return 'wav'
  return mark.startsWith('ID3') || mark.startsWith('\u00ff') ? 'mp3' : undefined
}

/**
 * Checks an uploaded sound by its content. What Chromium plays is accepted, and only its sound is kept: tags and padding are left out, and
 * other bytes as well; the page tells the uploader about those. A file with a page, a picture, an archive or a program beside its sound is
 * refused. The code reads headers and sizes and decodes nothing: browsers do that.
 */
import type { SoundFormat } from '../../contract/alerts/sounds.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { readMp3 } from './read-mp3.ts'
import { readOgg } from './read-ogg.ts'
import { readWav } from './read-wav.ts'
import type { SoundParts } from './sound-parts.ts'

export interface ReadSound extends SoundParts {
  format: SoundFormat
}

const readers: Record<SoundFormat, (file: Buffer) => SoundParts | UploadRefusal> = {
  mp3: readMp3,
  ogg: readOgg,
  wav: readWav,
}

/** Returns the sound of a file without its tags and other additions, or why the file is refused. */
export function readSound(file: Buffer): ReadSound | UploadRefusal {
  const format = findFormat(file)
  const parts = readers[format ?? 'mp3'](file) // players find the frames of an MP3 behind anything
  if (typeof parts === 'string')
    return format === undefined && parts === 'sound_damaged' ? 'sound_refused' : parts
  return { ...parts, durationMs: Math.max(1, Math.round(parts.durationMs)), format: format ?? 'mp3' }
}

/** Returns the format that the beginning of a file announces. */
function findFormat(file: Buffer): SoundFormat | undefined {
  const mark = file.toString('latin1', 0, 4)
  if (mark === 'OggS') return 'ogg'
  if (mark === 'RIFF') return 'wav'
  return mark.startsWith('ID3') || mark.startsWith('\u00ff') ? 'mp3' : undefined
}

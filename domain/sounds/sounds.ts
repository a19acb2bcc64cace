/** Creators' sounds: adding, choosing, serving and deleting them. */
import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import type { AlertSound, SoundSettings } from '../../contract/alerts/sound-calls.ts'
import { maxSoundMs, maxSounds } from '../../contract/alerts/sounds.ts'
import type { SoundCut, SoundFormat } from '../../contract/alerts/sounds.ts'
import { refuseUpload } from '../../contract/upload-refusals.ts'
import type { Db } from '../../db/connection.ts'
import * as queries from '../../db/queries/alerts/sounds.ts'
import type { Storage } from '../storage/storage.ts'
import { readSound } from './read-sound.ts'

interface SoundContext {
  db: Db
  storage: Storage
  log: Logger
}

export interface AddedSound {
  soundId: string
  cut: SoundCut[]
}

export const contentTypes: Record<SoundFormat, string> = {
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
}

/** Returns the name of a sound's file in the storage. */
export const fileOfSound = (id: string): string => `sound-${id}`

/** Returns what a creator's alerts play, and the creator's own sounds. */
export async function readSoundSettings(db: Db, creatorUid: string): Promise<SoundSettings> {
  const [chosen, uploaded] = await Promise.all([
    queries.getAlertSound(db, creatorUid),
    queries.listSounds(db, creatorUid),
  ])
  return { ...chosen, uploaded }
}

/**
 * Checks and stores an uploaded file, and returns the id of the new sound and what is left out of it. The file is stored last: if that fails, the row goes too.
 * Throws AppError `sound_refused`, `too_large` and `sounds_full`.
 */
export async function addSound(
  { db, storage }: SoundContext,
  creatorUid: string,
  name: string,
  file: Buffer,
): Promise<AddedSound> {
  const sound = readSound(file)
  if (typeof sound === 'string') throw refuseUpload(sound)
  const { format, durationMs, audio, cut } = sound
  if (durationMs > maxSoundMs) throw refuseUpload('sound_long')
  const row = { creatorUid, name, format, durationMs, byteCount: audio.length }
  const id = await db.transaction().execute((trx) => queries.insertSound(trx, row, maxSounds))
  if (id === undefined) throw new AppError('sounds_full')
  await storage.put(fileOfSound(id), audio, contentTypes[format]).catch(async (error: unknown) => {
    await db.transaction().execute((trx) => queries.deleteSound(trx, creatorUid, id))
    throw error
  })
  return { soundId: id, cut }
}

/** Stores what a creator's alerts play. Throws AppError `not_found` for a sound that is not the creator's. */
export async function chooseAlertSound(db: Db, creatorUid: string, chosen: AlertSound): Promise<void> {
  const { sound } = chosen
  if (sound?.source === 'uploaded' && !(await queries.hasSound(db, creatorUid, sound.soundId)))
    throw new AppError('not_found')
  await queries.saveAlertSound(db, creatorUid, chosen)
}

/**
 * Deletes a creator's sound. Its file is deleted in the background; if that fails, an unused file stays that no address leads to.
 * Throws AppError `not_found`.
 */
export async function removeSound(
  { db, storage, log }: SoundContext,
  creatorUid: string,
  id: string,
): Promise<void> {
  const isDeleted = await db.transaction().execute((trx) => queries.deleteSound(trx, creatorUid, id))
  if (!isDeleted) throw new AppError('not_found')
  void storage.remove(fileOfSound(id)).catch((error: Error) => {
    log.warn({ reason: error.message }, 'a deleted sound was not removed')
  })
}

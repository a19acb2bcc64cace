/** Creators' sounds, and which sound their alerts play. Every query finds rows by key. */
import { sql } from 'kysely'
import type { AlertSound, UploadedSound } from '../../../contract/alerts/sound-calls.ts'
import type { SoundChoice, SoundFormat } from '../../../contract/alerts/sounds.ts'
import type { Db, Trx } from '../../connection.ts'

export interface NewSound {
  creatorUid: string
  name: string
  format: SoundFormat
  byteCount: number
  durationMs: number
}

/**
 * Inserts a sound and returns its id; undefined when the creator has `max` sounds. Locks the creator's account, so that uploads at
 * the same time are counted.
 */
export async function insertSound(trx: Trx, sound: NewSound, max: number): Promise<string | undefined> {
  await trx.selectFrom('account').select('uid').where('uid', '=', sound.creatorUid).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('sound')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('creatorUid', '=', sound.creatorUid)
    .executeTakeFirstOrThrow()
  if (Number(count) >= max) return undefined
  const { id } = await trx.insertInto('sound').values(sound).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Returns a creator's sounds, the newest first. */
export async function listSounds(db: Db, creatorUid: string): Promise<UploadedSound[]> {
  return db
    .selectFrom('sound')
    .select(['id as soundId', 'name', 'byteCount as bytes', 'durationMs'])
    .where('creatorUid', '=', creatorUid)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns the format of any creator's sound. */
export async function findSoundFormat(db: Db, id: string): Promise<SoundFormat | undefined> {
  const row = await db.selectFrom('sound').select('format').where('id', '=', id).executeTakeFirst()
  return row?.format
}

/** Returns whether a sound is this creator's. */
export async function hasSound(db: Db, creatorUid: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sound')
    .select('id')
    .where('creatorUid', '=', creatorUid)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a creator's sound; alerts that played it play the default. Returns false when it is not there. */
export async function deleteSound(trx: Trx, creatorUid: string, id: string): Promise<boolean> {
  const { sound } = defaultAlertSound
  await trx
    .updateTable('alertSound')
    .set(columnsOf(sound))
    .where('creatorUid', '=', creatorUid)
    .where('soundId', '=', id)
    .execute()
  const { numDeletedRows } = await trx
    .deleteFrom('sound')
    .where('creatorUid', '=', creatorUid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What alerts play until their creator has chosen. */
export const defaultAlertSound: AlertSound = { sound: { source: 'builtin', name: 'drop' }, volume: 100 }

/** Returns what a creator's alerts play. */
export async function getAlertSound(db: Db, creatorUid: string): Promise<AlertSound> {
  const row = await db
    .selectFrom('alertSound')
    .select(sql<AlertSound>`${alertSoundJson}`.as('own'))
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return row?.own ?? defaultAlertSound
}

/** SQL of a row of `alert_sound` as an `AlertSound`. */
export const alertSoundJson = sql`jsonb_build_object('volume', alert_sound.volume, 'sound', case
    when alert_sound.builtin is not null then jsonb_build_object('source', 'builtin', 'name', alert_sound.builtin)
    when alert_sound.sound_id is not null then jsonb_build_object('source', 'uploaded', 'soundId', alert_sound.sound_id)
  end)`

/** Stores what a creator's alerts play. The database refuses another creator's sound. */
export async function saveAlertSound(
  db: Db,
  creatorUid: string,
  { sound, volume }: AlertSound,
): Promise<void> {
  const row = { volume, ...columnsOf(sound) }
  await db
    .insertInto('alertSound')
    .values({ creatorUid, ...row })
    .onConflict((oc) => oc.column('creatorUid').doUpdateSet(row))
    .execute()
}

function columnsOf(sound: SoundChoice) {
  return {
    builtin: sound?.source === 'builtin' ? sound.name : null,
    soundId: sound?.source === 'uploaded' ? sound.soundId : null,
  }
}

/** Spoken messages: creators' choices, files, and what was spent. Every query finds rows by key or by an index of the time. */
import { sql } from 'kysely'
import type { Alert } from '../../../contract/alerts/alert.ts'
import type { SpeechChoice } from '../../../contract/alerts/speech-calls.ts'
import type { Db, Trx } from '../../connection.ts'
import type { AlertBody } from './alerts.ts'

/** What applies until a creator has chosen. */
export const defaultSpeech: SpeechChoice = {
  engine: 'off',
  voice: 'en-US-Wavenet-D',
  fromAmount: 0,
  volume: 100,
}

/** Returns a creator's choice; undefined if there is none. */
export async function findSpeechChoice(db: Db, creatorUid: string): Promise<SpeechChoice | undefined> {
  return db
    .selectFrom('speechSetting')
    .select(['engine', 'voice', 'minTipMinor as fromAmount', 'volume'])
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
}

/** Stores a creator's choice. */
export async function saveSpeechChoice(
  db: Db,
  creatorUid: string,
  { fromAmount, ...choice }: SpeechChoice,
): Promise<void> {
  const row = { ...choice, minTipMinor: fromAmount }
  await db
    .insertInto('speechSetting')
    .values({ creatorUid, ...row })
    .onConflict((oc) => oc.column('creatorUid').doUpdateSet(row))
    .execute()
}

const thisMonth = sql<Date>`date_trunc('month', now() at time zone 'utc')::date`

export interface SpeechCaps {
  /** How many characters may be spoken in a month for a creator, and for all together. */
  creatorCharacters: number
  totalCharacters: number
}

/**
 * Counts characters before they are sent, for the creator and for all. Returns which of the two would exceed its cap; then neither
 * is counted. Without a creator only the sum of all is counted.
 */
export async function takeCharacters(
  db: Db,
  creatorUid: string | undefined,
  characters: number,
  caps: SpeechCaps,
): Promise<'taken' | 'creator' | 'all'> {
  return db
    .transaction()
    .execute(async (trx) => {
      if (creatorUid !== undefined && !(await takeOwn(trx, creatorUid, characters, caps.creatorCharacters)))
        return 'creator'
      if (!(await takeOfAll(trx, characters, caps.totalCharacters))) throw new Exceeded()
      return 'taken'
    })
    .catch((error: unknown) => {
      if (error instanceof Exceeded) return 'all' as const
      throw error
    })
}

/** Rolls back what was counted for the creator, because the sum of all is at its cap. */
class Exceeded extends Error {}

async function takeOwn(trx: Trx, creatorUid: string, characters: number, cap: number): Promise<boolean> {
  if (characters > cap) return false
  const row = await trx
    .insertInto('speechUsage')
    .values({ creatorUid, month: thisMonth, characters })
    .onConflict((oc) =>
      oc
        .columns(['creatorUid', 'month'])
        .doUpdateSet((eb) => ({ characters: eb('speechUsage.characters', '+', characters) }))
        .where('speechUsage.characters', '<=', cap - characters),
    )
    .returning('characters')
    .executeTakeFirst()
  return row !== undefined
}

async function takeOfAll(trx: Trx, characters: number, cap: number): Promise<boolean> {
  if (characters > cap) return false
  const row = await trx
    .insertInto('speechMonth')
    .values({ month: thisMonth, characters })
    .onConflict((oc) =>
      oc
        .column('month')
        .doUpdateSet((eb) => ({ characters: eb('speechMonth.characters', '+', characters) }))
        .where('speechMonth.characters', '<=', cap - characters),
    )
    .returning('characters')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes characters that the provider refused out of the counts again. */
export async function giveCharactersBack(
  db: Db,
  creatorUid: string | undefined,
  characters: number,
): Promise<void> {
  const less = sql<number>`greatest(characters - ${characters}, 0)`
  await db.transaction().execute(async (trx) => {
    if (creatorUid !== undefined)
      await trx
        .updateTable('speechUsage')
        .set({ characters: less })
        .where('creatorUid', '=', creatorUid)
        .where('month', '=', thisMonth)
        .execute()
    await trx.updateTable('speechMonth').set({ characters: less }).where('month', '=', thisMonth).execute()
  })
}

/** Returns how many characters were spoken this month for a creator, and for all together. */
export async function readSpokenCharacters(
  db: Db,
  creatorUid: string,
): Promise<{ own: number; all: number }> {
  const { rows } = await sql<{ own: number; all: number }>`
    select coalesce((select characters from speech_usage where creator_uid = ${creatorUid} and month = ${thisMonth}), 0) as own,
      coalesce((select characters from speech_month where month = ${thisMonth}), 0) as all
  `.execute(db)
  return rows[0]!
}

/** Returns how many characters were spoken this month for all creators together. */
export async function readAllCharacters(db: Db): Promise<number> {
  const row = await db
    .selectFrom('speechMonth')
    .select('characters')
    .where('month', '=', thisMonth)
    .executeTakeFirst()
  return Number(row?.characters ?? 0)
}

/** Returns the stored alert of an event with its creator; undefined if it is not stored. */
export async function findAlertOfEvent(
  db: Db,
  eventId: string,
): Promise<(Pick<Alert, 'seq' | 'message'> & { creatorUid: string }) | undefined> {
  const row = await db
    .selectFrom('alert')
    .select(['creatorUid', 'seq', 'body'])
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return row && { creatorUid: row.creatorUid, seq: row.seq, message: (row.body as AlertBody).message }
}

/** How long the file of a spoken message can be loaded. An alert may wait for long, but not for ever. */
const lifetime = sql<Date>`now() + interval '1 hour'`

/** Stores that the file of a message exists. */
export async function insertSpeech(
  db: Db,
  speech: { eventId: string; creatorUid: string; token: string },
): Promise<void> {
  await db
    .insertInto('speech')
    .values({ ...speech, expiresAt: lifetime })
    .onConflict((oc) => oc.column('eventId').doUpdateSet({ token: speech.token, expiresAt: lifetime }))
    .execute()
}

/** Returns the token of an event's file; undefined if there is none or it has expired. */
export async function findSpeech(db: Db, eventId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('speech')
    .select('token')
    .where('eventId', '=', eventId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.token
}

/** Returns whether a file can be loaded. */
export async function isSpeechAlive(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('speech')
    .select('token')
    .where('token', '=', token)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the tokens of at most `limit` expired files. */
export async function listExpiredSpeech(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('speech')
    .select('token')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
  return rows.map(({ token }) => token)
}

/** Returns the tokens of a creator's files. */
export async function listSpeechOf(db: Db, creatorUid: string): Promise<string[]> {
  const rows = await db.selectFrom('speech').select('token').where('creatorUid', '=', creatorUid).execute()
  return rows.map(({ token }) => token)
}

/** Deletes the rows of files that were deleted. */
export async function deleteSpeech(db: Db, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await db
    .deleteFrom('speech')
    .where('token', 'in', [...tokens])
    .execute()
}

/** Deletes the counts of months that are over for more than `months` months. */
export async function deleteOldSpeechUsage(db: Db, months: number): Promise<void> {
  const before = sql<Date>`(date_trunc('month', now() at time zone 'utc') - ${months} * interval '1 month')::date`
  await db.deleteFrom('speechUsage').where('month', '<', before).execute()
  await db.deleteFrom('speechMonth').where('month', '<', before).execute()
}

/** Creators' styles of alerts, and the pictures for them. Every query finds rows by key. */
import type { AlertStyle } from '../../../contract/alerts/alert-style.ts'
import type { AlertPicture } from '../../../contract/alerts/alert-style-calls.ts'
import type { Db, Trx } from '../../connection.ts'
import { draftsOf } from './drafts.ts'

export const { save: saveAlertDraft, publish: publishAlertStyle } = draftsOf<AlertStyle>('alert_style')

export interface StoredStyle {
  draft: AlertStyle
  draftVersion: number
  live: AlertStyle | null
  liveVersion: number
}

/** Returns a creator's style; undefined until a draft was saved. */
export async function findAlertStyle(db: Db, creatorUid: string): Promise<StoredStyle | undefined> {
  return db
    .selectFrom('alertStyle')
    .select(['draft', 'draftVersion', 'live', 'liveVersion'])
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
}

export interface NewAlertPicture {
  creatorUid: string
  url: string
  isAnimated: boolean
  byteCount: number
}

/**
 * Inserts a picture; returns false when the creator has `max` pictures. Locks the creator's account, so that uploads at the same time
 * are counted.
 */
export async function insertAlertPicture(trx: Trx, picture: NewAlertPicture, max: number): Promise<boolean> {
  await trx
    .selectFrom('account')
    .select('uid')
    .where('uid', '=', picture.creatorUid)
    .forNoKeyUpdate()
    .execute()
  if ((await listAlertPictures(trx, picture.creatorUid)).length >= max) return false
  await trx.insertInto('alertPicture').values(picture).execute()
  return true
}

/** Returns a creator's pictures, the newest first. */
export async function listAlertPictures(db: Db, creatorUid: string): Promise<AlertPicture[]> {
  return db
    .selectFrom('alertPicture')
    .select(['url', 'isAnimated', 'byteCount as bytes'])
    .where('creatorUid', '=', creatorUid)
    .orderBy('createdAt', 'desc')
    .orderBy('url')
    .execute()
}

/**
 * Deletes a creator's picture. Returns `missing` when it is not there, and `used` when the draft or the stream's style has it. Locks
 * the style, so that no draft with the picture is saved meanwhile.
 */
export async function deleteAlertPicture(
  trx: Trx,
  creatorUid: string,
  url: string,
): Promise<'deleted' | 'missing' | 'used'> {
  const style = await trx
    .selectFrom('alertStyle')
    .select(['draft', 'live'])
    .where('creatorUid', '=', creatorUid)
    .forUpdate()
    .executeTakeFirst()
  if (style && JSON.stringify(style).includes(JSON.stringify(url))) return 'used'
  const { numDeletedRows } = await trx
    .deleteFrom('alertPicture')
    .where('creatorUid', '=', creatorUid)
    .where('url', '=', url)
    .executeTakeFirst()
  return numDeletedRows > 0n ? 'deleted' : 'missing'
}

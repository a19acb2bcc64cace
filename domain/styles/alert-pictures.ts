/** Creators' pictures for alerts. */
import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import * as queries from '../../db/queries/alerts/alert-styles.ts'
import type { EncodedPicture } from '../storage/encode-picture.ts'
import { forgetPicture, forgetReplacedPicture, storePicture } from '../storage/pictures.ts'
import type { Storage } from '../storage/storage.ts'

interface PictureContext {
  db: Db
  storage: Storage
  log: Logger
}

/** How many pictures for alerts a creator may keep. */
export const maxAlertPictures = 20

/** Stores an encoded picture and returns its URL. Throws AppError `pictures_full`, and then keeps no file. */
export async function addAlertPicture(
  { db, storage }: PictureContext,
  creatorUid: string,
  encoded: EncodedPicture[],
): Promise<string> {
  const url = await storePicture(storage, encoded)
  const { bytes, isAnimated = false } = encoded.at(-1)!
  const picture = { creatorUid, url, isAnimated, byteCount: bytes.length }
  const isAdded = await db
    .transaction()
    .execute((trx) => queries.insertAlertPicture(trx, picture, maxAlertPictures))
  if (isAdded) return url
  await forgetPicture(storage, url)
  throw new AppError('pictures_full')
}

/**
 * Deletes a creator's picture; its file is deleted in the background. Throws AppError `not_found`, and `picture_used` while the draft
 * or the stream's style has it.
 */
export async function removeAlertPicture(
  ctx: PictureContext,
  creatorUid: string,
  url: string,
): Promise<void> {
  const result = await ctx.db.transaction().execute((trx) => queries.deleteAlertPicture(trx, creatorUid, url))
  if (result === 'missing') throw new AppError('not_found')
  if (result === 'used') throw new AppError('picture_used')
  forgetReplacedPicture(ctx, url)
}

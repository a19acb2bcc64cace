/** Creators' styles of alerts: reading, saving the draft, and publishing it. */
import { standardStyle } from '../../contract/alerts/alert-looks.ts'
import type { AlertLook, AlertStyle } from '../../contract/alerts/alert-style.ts'
import type { OwnAlertStyle } from '../../contract/alerts/alert-style-calls.ts'
import { findStyleFault } from '../../contract/alerts/alert-texts.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import * as queries from '../../db/queries/alerts/alert-styles.ts'
import { listSounds } from '../../db/queries/alerts/sounds.ts'

/** Returns a creator's draft and live style; our standard style if the creator has saved none. */
export async function readAlertStyle(db: Db, creatorUid: string): Promise<OwnAlertStyle> {
  const stored = await queries.findAlertStyle(db, creatorUid)
  const standard = standardStyle()
  if (!stored) return { draft: standard, draftVersion: 0, live: standard, liveVersion: 0 }
  const { draft, draftVersion, live, liveVersion } = stored
  return { draft, draftVersion, live: live ?? standard, liveVersion }
}

/**
 * Saves a draft. Throws AppError `invalid_input` for a faulty text, `not_found` for a picture or sound that is not the creator's, and
 * `style_changed` if another page has saved a draft after `draftVersion`.
 */
export async function saveAlertDraft(
  db: Db,
  creatorUid: string,
  draft: AlertStyle,
  draftVersion: number,
): Promise<void> {
  const fault = findStyleFault(draft)
  if (fault) throw new AppError('invalid_input', { text: fault.text, fields: { draft: fault.text } })
  await requireOwnFiles(db, creatorUid, draft)
  if (!(await queries.saveAlertDraft(db, creatorUid, draft, draftVersion)))
    throw new AppError('style_changed')
}

/** Shows the draft on the stream. Throws AppError `style_changed` if `draftVersion` is no longer the last one. */
export async function publishAlertStyle(db: Db, creatorUid: string, draftVersion: number): Promise<void> {
  if (!(await queries.publishAlertStyle(db, creatorUid, draftVersion))) throw new AppError('style_changed')
}

async function requireOwnFiles(db: Db, creatorUid: string, style: AlertStyle): Promise<void> {
  const looks = looksOf(style)
  const pictures = looks.flatMap(({ picture }) => picture ?? [])
  const sounds = looks.flatMap(({ sound }) =>
    sound?.sound?.source === 'uploaded' ? sound.sound.soundId : [],
  )
  if (pictures.length > 0) {
    const own = new Set((await queries.listAlertPictures(db, creatorUid)).map(({ url }) => url))
    if (pictures.some((url) => !own.has(url))) throw new AppError('not_found')
  }
  if (sounds.length > 0) {
    const own = new Set((await listSounds(db, creatorUid)).map(({ soundId }) => soundId))
    if (sounds.some((soundId) => !own.has(soundId))) throw new AppError('not_found')
  }
}

function looksOf(style: AlertStyle): AlertLook[] {
  return [style.look, ...style.variations.map(({ look }) => look)]
}

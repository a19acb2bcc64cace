/** What a person of the tests of export and erasure has set for the stream. */
import { randomBytes, randomUUID } from 'node:crypto'
import { lookOf, standardStyle } from '../../contract/alerts/alert-looks.ts'
import { standardScene } from '../../contract/alerts/standard-scene.ts'
import type { Db } from '../../db/connection.ts'
import { startStream } from '../../db/queries/alerts/stream-totals.ts'
import { hashToken, makeToken } from '../security/tokens.ts'

const look = lookOf('liquid')
const makePictureUrl = () => `/media/${randomBytes(16).toString('hex')}-512.webp`

/** Creates an import of two lines. One of them is in. The name of the file and of the supporter begin with `mark`. */
export async function plantImport(db: Db, uid: string, mark: string): Promise<void> {
  const summary = { lines: 2, fresh: 2, known: 0, bad: 0, from: null, to: null, currencies: [] }
  const row = { creatorUid: uid, source: 'kofi', fileName: `${mark}tip_import`, currency: 'usd' } as const
  const { importId } = await db
    .insertInto('tipImport')
    .values({ ...row, state: 'importing', summary: JSON.stringify(summary), inBoards: true, inTotals: true })
    .returning('importId')
    .executeTakeFirstOrThrow()
  const tip = { importId, at: new Date('2025-01-03'), message: null, amountMinor: 500, currency: 'eur' }
  await db
    .insertInto('importLine')
    .values({
      ...tip,
      lineNo: 3,
      problem: null,
      name: `${mark}import_line`,
      dedupKey: Buffer.alloc(16, 1),
    })
    .execute()
  const name = `${mark}imported_tip`
  await db
    .insertInto('importedTip')
    .values({ ...tip, lineNo: 2, creatorUid: uid, name, worthMinor: 540, dedupKey: Buffer.alloc(16) })
    .execute()
  await db
    .insertInto('importedDayTotal')
    .values({ importId, creatorUid: uid, day: '2025-01-03', amountMinor: 540, tips: 1 })
    .execute()
}

/** Creates a show event, whose name begins with `mark`, and what its creator wants of the kind. */
export async function plantShow(db: Db, uid: string, mark: string): Promise<void> {
  const event = {
    source: 'tool',
    kind: 'follow',
    title: null,
    message: null,
    quantity: null,
    unit: null,
  } as const
  const own = { id: randomUUID(), creatorUid: uid, name: `${mark}show_event`, tokenId: randomUUID() }
  await db
    .insertInto('showEvent')
    .values({ ...event, ...own, tokenName: 'My deck', sourceId: 'order-1' })
    .execute()
  await db
    .insertInto('showSetting')
    .values({ creatorUid: uid, kind: 'follow', isOn: true, minQuantity: 1, isMuted: true })
    .execute()
}

/**
 * Creates a creator's key of the overlay, sound, speech, style, scene, picture and total. The key, the sound's name and a text of the style begin with
 * `mark`.
 */
export async function plantSounds(db: Db, uid: string, mark: string): Promise<void> {
  const key = { keyHash: hashToken(makeToken())!, keySealed: `${mark}overlay_setting` }
  await db
    .insertInto('overlaySetting')
    .values({ creatorUid: uid, ...key })
    .execute()
  const sound = {
    creatorUid: uid,
    name: `${mark}sound`,
    format: 'wav',
    byteCount: 100,
    durationMs: 10,
  } as const
  const { id: soundId } = await db.insertInto('sound').values(sound).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('alertSound').values({ creatorUid: uid, builtin: null, soundId, volume: 50 }).execute()
  const texts = { ...look.texts, generalTip: { headline: `${mark}alert_style`, line: null } }
  const draft = JSON.stringify({ ...standardStyle(), look: { ...look, texts } })
  await db
    .insertInto('alertStyle')
    .values({ creatorUid: uid, draft, draftVersion: 1, live: draft, liveVersion: 1 })
    .execute()
  const scene = JSON.stringify(standardScene('top'))
  await db
    .insertInto('scene')
    .values({ creatorUid: uid, draft: scene, draftVersion: 1, live: scene, liveVersion: 1 })
    .execute()
  await db
    .insertInto('alertPicture')
    .values({ creatorUid: uid, url: makePictureUrl(), isAnimated: false, byteCount: 100 })
    .execute()
  const spoken = { engine: 'file', voice: 'de-DE-Wavenet-B', minTipMinor: 500, volume: 80 } as const
  await db
    .insertInto('speechSetting')
    .values({ creatorUid: uid, ...spoken })
    .execute()
  await db
    .insertInto('speechUsage')
    .values({ creatorUid: uid, month: new Date('2026-11-01'), characters: 10 })
    .execute()
  await startStream(db, uid)
}

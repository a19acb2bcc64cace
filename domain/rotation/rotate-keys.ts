/** Seals everything again with the newest key of SECRETS_KEY, so that the other keys can be dropped. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/connection.ts'
import { listSealedTexts, replaceSealedText } from '../../db/queries/security/sealed-texts.ts'
import type { SealedText } from '../../db/queries/security/sealed-texts.ts'
import { storeFormerKeys } from '../security/former-keys.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { isSealedWithNewest, seal, tryUnseal } from '../security/sealing.ts'
import { sealedPlaces } from './sealed-places.ts'
import type { SealedPlace } from './sealed-places.ts'

/** What a rotation did with the texts of a column. */
export interface RotatedColumn {
  table: string
  column: string
  resealed: number
  /** Texts that no key opens. They stay as they are. */
  unreadable: number
}

const batchSize = 500
/** How long a rotation waits for processes that rely on a text: longer than a refresh of tokens takes. */
const maxPasses = 30
const passWaitMs = 1000

/**
 * Stores former keys for receipts' links, and seals every text with the newest key. Servers may run meanwhile: a text that changes
 * is left to the next pass. Texts of the newest key are skipped, so a rotation that was killed goes on where it stopped. Needs the
 * role that owns the schema. Throws if a text stays in use.
 */
export async function rotateKeys(db: Db, keys: SecretKeys): Promise<RotatedColumn[]> {
  await storeFormerKeys(db, keys)
  const report: RotatedColumn[] = []
  for (const place of sealedPlaces) report.push(await rotateColumn(db, keys, place))
  return report
}

async function rotateColumn(db: Db, keys: SecretKeys, place: SealedPlace): Promise<RotatedColumn> {
  const { table, column } = place
  let resealed = 0
  for (let pass = 1; pass <= maxPasses; pass++) {
    const outcomes = await passColumn(db, keys, place)
    resealed += outcomes.resealed
    if (outcomes.missed === 0) return { table, column, resealed, unreadable: outcomes.unreadable }
    await sleep(passWaitMs)
  }
  throw new Error(`${table}.${column} stays in use: run the command again`)
}

/** Reads a column once from its start to its end. */
async function passColumn(db: Db, keys: SecretKeys, place: SealedPlace) {
  const counts = { newest: 0, resealed: 0, missed: 0, unreadable: 0 }
  let after: string[] | undefined
  for (;;) {
    const texts = await listSealedTexts(db, place, after, batchSize)
    const outcomes = await Promise.all(texts.map((text) => reseal(db, keys, place, text)))
    for (const outcome of outcomes) counts[outcome]++
    const last = texts.at(-1)
    if (!last || texts.length < batchSize) return counts
    after = place.key.map((name) => last.values[name]!)
  }
}

async function reseal(db: Db, keys: SecretKeys, place: SealedPlace, text: SealedText) {
  if (isSealedWithNewest(keys, text.sealed)) return 'newest'
  const context = place.contextOf(text.values)
  const opened = tryUnseal(keys, text.sealed, context)
  if (opened === undefined) return 'unreadable'
  const isReplaced = await replaceSealedText(db, place, text, seal(keys, opened, context))
  return isReplaced ? 'resealed' : 'missed'
}

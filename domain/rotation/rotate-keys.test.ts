import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCreator, buildOrder } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { findConnection } from '../../db/queries/chat/connections.ts'
import { claimRefresh, updateConnectionTokens } from '../../db/queries/chat/connection-health.ts'
import { plantPerson } from '../accounts/person.fixture.ts'
import { hashSession } from '../accounts/sessions.ts'
import { twoFactorContext } from '../accounts/two-factor.ts'
import { showOverlayKey } from '../alerts/overlay-key.ts'
import { storeRefreshToken } from '../chat/bot-token.ts'
import { refreshCreatorToken } from '../chat/creator-token.ts'
import { sealSubscription } from '../notifications/push-subscription.ts'
import { makeReceiptToken } from '../payments/receipts/receipt-token.ts'
import { readReceipt } from '../payments/receipts/read-receipt.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'
import { idOf } from '../config/secret-keys.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { seal, tokenContext, unseal } from '../security/sealing.ts'
import { hashToken, makeToken } from '../security/tokens.ts'
import { checkSecretsKey } from '../start/check-secrets-key.ts'
import { rotateKeys } from './rotate-keys.ts'
import { plantWebhook } from '../tools/webhooks.fixture.ts'
import { replaceSecretOf } from '../accounts/own-keys.ts'
import { sealedPlaces } from './sealed-places.ts'

const old = makeSecretKeys()
const only = makeSecretKeys()
const both: SecretKeys = [only[0], old[0]]

let testDb: TestDb
beforeEach(async () => void (testDb = await createTestDb()))
afterEach(() => testDb[Symbol.asyncDispose]())

/** Plants a text in every column with sealed texts, all sealed with `keys`. */
async function plantEverything(keys: SecretKeys): Promise<{ uid: string }> {
  const { db } = testDb
  const { person } = await plantPerson(db, keys)
  const { uid } = person
  const secretSealed = seal(keys, 'totp', twoFactorContext(uid))
  await db.updateTable('twoFactor').set({ secretSealed }).execute()
  await checkSecretsKey(db, keys, { warn: () => {} })
  await db.deleteFrom('overlaySetting').execute()
  await showOverlayKey({ db, config: { secretsKey: keys } }, uid)
  await db.deleteFrom('webhookEndpoint').execute()
  const webhooks = {
    db,
    config: { secretsKey: keys, isProduction: true, tipApiUrls: { streamlabs: '', streamelements: '' } },
  }
  const { endpoint } = await plantWebhook(webhooks, uid, 'https://tools.example/hook')
  await replaceSecretOf(webhooks, uid, endpoint.id)
  await storeRefreshToken({ db, secretsKey: keys, platform: 'twitch', configured: 'x' }, 'bot')
  const expiresAt = new Date(Date.now() + 3600_000)
  await db
    .insertInto('sensitiveChange')
    .values({
      uid,
      kind: 'two-factor-off',
      before: JSON.stringify({ secretSealed, lastStep: 0, codeHashes: [] }),
      tokenHash: hashToken(makeToken())!,
      expiresAt,
    })
    .execute()
  const { id: sessionId } = await db.selectFrom('session').select('id').executeTakeFirstOrThrow()
  const keysOfBrowser = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  const to = { endpoint: 'https://push.example/1', keys: keysOfBrowser }
  const sealed = sealSubscription(keys, uid, to)
  const subscription = {
    sessionId,
    uid,
    endpointHash: hashSession(makeToken()),
    sealed,
    locale: 'en' as const,
  }
  await db.deleteFrom('pushSubscription').execute()
  await db.insertInto('pushSubscription').values(subscription).execute()
  return { uid }
}

/** Returns every sealed text of the whole database, whatever column it is in, by table. */
async function findSealed(): Promise<[table: string, text: string][]> {
  const { owner } = testDb
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(owner)
  const found: [string, string][] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select m[1] as text from ${sql.table(name)} t, regexp_matches(t::text, '(v1\\.[\\w-]{38,}[.\\w-]*)', 'g') m`.execute(
      owner,
    )
    for (const { text } of rows) found.push([name, text])
  }
  return found
}

test('seals everything with the newest key, so that the former key can be dropped', async () => {
  const { db, owner } = testDb
  const { uid } = await plantEverything(old)

  const report = await rotateKeys(owner, both)

  expect(report.filter(({ unreadable }) => unreadable > 0)).toEqual([])
  expect(report.filter(({ resealed }) => resealed === 0).map(({ table }) => table)).toEqual(['receipt_key'])
  const found = await findSealed()
  expect(found.filter(([, text]) => !text.endsWith(`.${idOf(only[0])}`))).toEqual([])
  expect(new Set(found.map(([table]) => table))).toEqual(new Set(sealedPlaces.map(({ table }) => table)))
  const connection = await findConnection(db, uid, 'twitch')
  expect(unseal(only, connection!.accessTokenSealed, tokenContext(uid, 'twitch', 'access'))).toMatch(/token$/)
  const again = await rotateKeys(owner, only)
  expect(again.filter(({ resealed, unreadable }) => resealed + unreadable > 0)).toEqual([])
})

test('a rotation that was killed goes on where it stopped', async () => {
  const { db, owner } = testDb
  await plantEverything(old)
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
    owner,
  )
  await sql`create trigger fail before update on two_factor for each row execute function fail()`.execute(
    owner,
  )
  await expect(rotateKeys(owner, both)).rejects.toThrow('killed')
  await sql`drop trigger fail on two_factor`.execute(owner)

  const report = await rotateKeys(owner, both)

  const mails = report.find(({ table }) => table === 'delivery')
  expect(mails).toMatchObject({ resealed: 0, unreadable: 0 })
  const left = (await findSealed()).filter(([, text]) => !text.endsWith(`.${idOf(only[0])}`))
  expect(left).toEqual([])
  expect(await db.selectFrom('receiptKey').select('id').execute()).toEqual([{ id: idOf(old[0]) }])
})

test('reports texts that no key opens', async () => {
  const { db, owner } = testDb
  const { uid } = await buildCreator(db)
  const sealed = seal(old, 'totp', twoFactorContext(uid))
  await db.insertInto('twoFactor').values({ uid, secretSealed: sealed }).execute()

  const lost = await rotateKeys(owner, only)
  const found = await rotateKeys(owner, both)

  const of = (report: typeof lost) => report.find(({ table }) => table === 'two_factor')
  expect(of(lost)).toMatchObject({ resealed: 0, unreadable: 1 })
  expect(of(found)).toMatchObject({ resealed: 1, unreadable: 0 })
})

test('a receipt’s link is valid after the key that signed it was dropped, and after the next one was', async () => {
  const { db, owner } = testDb
  const creator = await buildCreator(db)
  const order = await buildOrder(db, creator.uid)
  const token = makeReceiptToken(old, order.id)
  const next = makeSecretKeys()
  const read = (secretsKey: SecretKeys) => readReceipt({ db, config: { secretsKey } }, token, undefined)

  await rotateKeys(owner, both)
  expect(await read(only)).toMatchObject({ number: order.id })
  await rotateKeys(owner, [next[0], only[0]])
  expect(await read(next)).toMatchObject({ number: order.id })
  const forged = makeReceiptToken(makeSecretKeys(), randomUUID())
  await expect(readReceipt({ db, config: { secretsKey: next } }, forged, undefined)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('tokens that are being refreshed are not lost, and a token sealed again is still refreshed', async () => {
  const { db, owner } = testDb
  const { uid } = await plantEverything(old)
  const before = (await findConnection(db, uid, 'twitch'))!
  const claimed = (await claimRefresh(db, before, 15_000))!

  const rotation = rotateKeys(owner, both)
  await expect
    .poll(async () => (await findConnection(db, uid, 'youtube'))!.accessTokenSealed)
    .toContain(idOf(only[0]))
  const sealedAs = (kind: 'access' | 'refresh') => seal(old, `new ${kind}`, tokenContext(uid, 'twitch', kind))
  const tokens = { accessTokenSealed: sealedAs('access'), refreshTokenSealed: sealedAs('refresh') }
  await updateConnectionTokens(db, claimed, { ...tokens, accessExpiresAt: new Date() })
  await rotation

  const stored = (await findConnection(db, uid, 'twitch'))!
  expect(unseal(only, stored.refreshTokenSealed, tokenContext(uid, 'twitch', 'refresh'))).toBe('new refresh')
  const refresh = async () => ({
    accessToken: 'newest',
    refreshToken: undefined,
    expiresAt: new Date(Date.now() + 3600_000),
    scopes: [],
  })
  const read = { ...stored, ...tokens } // a process that has read the connection before the rotation
  expect(await refreshCreatorToken({ db, secretsKey: both, refresh }, read)).toBe('newest')
})

test('only the role that owns the schema can seal an invoice’s buyer again, and change nothing else of it', async () => {
  const { db, owner } = testDb
  await plantEverything(old)

  await expect(sql`update invoice_buyer set sealed = 'x'`.execute(db)).rejects.toThrow('is kept')
  await expect(sql`update invoice_buyer set keep_until = now()`.execute(owner)).rejects.toThrow('is kept')
})

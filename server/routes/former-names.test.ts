import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { deleteExpiredNames } from '../../db/queries/accounts/former-names.ts'
import { eraseAccount } from '../../db/queries/accounts/erasure.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, getMailedCode, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const app = await forFile(startTestApp(behindProxy))
let count = 0
beforeEach(() => void (count += 1))
const nameOf = (word: string) => `${word}_${count}`

async function rename(uid: string, customUserName: string) {
  return app.post('account/change-user-name', { customUserName }, await app.signInConfirmed(uid))
}

/** Starts a sign-up of a stranger, who reserves a name. */
async function reserve(userName: string) {
  const browser = openBrowser(app)
  const email = `${userName}@example.test`
  const start = { email, username: 'Zoë', password: 'tractor violin moss 7', acceptPrivacyTerms: true }
  await browser.post('account/sign-up/start', start)
  await browser.post('account/sign-up/select-role', { creatorORsupporter: 'supporter' })
  const reserved = await browser.post('account/sign-up/select-url', { customUserName: userName })
  return { browser, email, reserved }
}

async function finish(browser: Browser, email: string) {
  await browser.post('account/sign-up/about-yourself', { DisplayName: 'Zoë', About: '' })
  return browser.post('account/sign-up/verify-code', { code: await getMailedCode(app, email) })
}

const endHolds = () => sql`update former_name set held_until = now() - interval '1 second'`.execute(app.db)
const isFree = async (name: string, cookie?: string) =>
  ((await app.get(`account/name-availability?name=${name}`, cookie)).body as { isAvailable: boolean })
    .isAvailable
const erase = async (uid: string) => {
  await sql`update account set deletion_due_at = now() where uid = ${uid}`.execute(app.db)
  await app.db.transaction().execute((trx) => eraseAccount(trx, uid))
}

test('a name that its owner has changed cannot be taken by anybody else for a year', async () => {
  const [old, next] = [nameOf('old'), nameOf('next')]
  const [owner, stranger] = [await buildCreator(app.db, { userName: old }), await buildSupporter(app.db)]

  expect((await rename(owner.uid, next)).status).toBe(200)

  expect(await rename(stranger.uid, old)).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  expect((await reserve(old)).reserved).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  expect(await isFree(old)).toBe(false)
  const { rows } = await sql<{ isYear: boolean }>`
    select held_until between now() + interval '364 days' and now() + interval '366 days' as is_year
    from former_name where user_name = ${old}`.execute(app.db)
  expect(rows).toEqual([{ isYear: true }])

  await endHolds()

  expect(await isFree(old)).toBe(true)
  expect((await rename(stranger.uid, old)).status).toBe(200)
  expect((await app.get(`account/creator-profile?username=${old}`)).status).toBe(404)
})

test('the owner takes a former name back, which leaves the other one held', async () => {
  const [old, next] = [nameOf('old'), nameOf('next')]
  const { uid } = await buildCreator(app.db, { userName: old })
  await rename(uid, next)

  expect(await isFree(old, await app.signIn(uid))).toBe(true)
  expect(await rename(uid, old)).toMatchObject({ status: 200, body: { brimfulUserName: old } })

  expect([await isFree(old), await isFree(next)]).toEqual([false, false])
  const { rows } = await sql`select user_name from former_name where uid = ${uid}`.execute(app.db)
  expect(rows).toEqual([{ userName: next }])
})

test('everything that is looked up by a former name is its owner’s, with the current name', async () => {
  const [old, next] = [nameOf('old'), nameOf('next')]
  const { uid } = await buildCreator(app.db, { userName: old })
  await rename(uid, next)

  const read = async (path: string) => (await app.get(path)).body
  expect(await read(`account/get_user_data_by_username?username=${old}`)).toEqual({ uid })
  expect(await read(`account/creator-profile?username=${old.toUpperCase()}`)).toMatchObject({
    userName: next,
  })
  for (const path of ['goals/get_all_goals', 'goals/get_creator_leaderboard', 'account/tip-limits'])
    expect([path, (await app.get(`${path}?username=${old}`)).status]).toEqual([path, 200])
  expect(await (await fetch(new URL(`/c/${old}/tip.txt`, app.url))).text()).toContain(
    `/${next}/current-goals`,
  )
})

test('an account holds at most five former names, and then changes only back to one of them', async () => {
  const names = Array.from({ length: 6 }, (_, i) => nameOf(`name${i}`))
  const { uid } = await buildSupporter(app.db, { userName: names[0]! })
  const set = async (userName: string) => {
    await app.ctx.db.updateTable('account').set({ userName }).where('uid', '=', uid).execute()
  }
  for (const name of names.slice(1)) await set(name)

  expect(await rename(uid, nameOf('one_more'))).toMatchObject({
    status: 429,
    body: { ErrorMessage: expect.stringContaining('5') },
  })
  expect((await rename(uid, names[2]!)).status).toBe(200)
  await expect(set(nameOf('one_more'))).rejects.toMatchObject({ constraint: 'former_name_limit' })

  await endHolds()
  expect((await rename(uid, nameOf('one_more'))).status).toBe(200)
})

test('after an erasure nobody gets its names for a year, and only their digests are stored', async () => {
  const [old, next] = [nameOf('old'), nameOf('next')]
  const { uid } = await buildCreator(app.db, { userName: old })
  const stranger = await buildSupporter(app.db)
  await rename(uid, next)
  await erase(uid)

  for (const name of [old, next]) {
    expect(await rename(stranger.uid, name)).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect(await isFree(name)).toBe(false)
    expect((await app.get(`account/creator-profile?username=${name}`)).status).toBe(404)
  }
  const { rows } = await sql<{ row: string }>`
    select f::text as row from former_name f
    where digest in (sha256(${old}::bytea), sha256(${next}::bytea))`.execute(app.db)
  expect(rows).toHaveLength(2)
  for (const { row } of rows) expect(row).not.toMatch(new RegExp(`${uid}|${old}|${next}`))

  await endHolds()
  await deleteExpiredNames(app.db)
  expect(await isFree(next)).toBe(true)
  expect((await sql`select from former_name`.execute(app.db)).rows).toEqual([])
})

test('an account with five former names can be erased', async () => {
  const { uid } = await buildSupporter(app.db, { userName: nameOf('name0') })
  for (let i = 1; i <= 5; i++)
    await app.db
      .updateTable('account')
      .set({ userName: nameOf(`name${i}`) })
      .where('uid', '=', uid)
      .execute()

  await erase(uid)

  expect(await isFree(nameOf('name5'))).toBe(false)
})

test('a stranger who signs up while the owner changes the name never gets it', async () => {
  for (let round = 0; round < 4; round++) {
    const [old, next] = [nameOf(`old${round}`), nameOf(`next${round}`)]
    const { uid } = await buildCreator(app.db, { userName: old })
    const waiting = nameOf(`wait${round}`)
    const { browser, email } = await reserve(waiting)
    // As a release from before the table stores it: a sign-up that reserved the name.
    await sql`update pending_sign_up set user_name = ${old} where user_name = ${waiting}`.execute(app.db)

    const [signedUp, renamed] = await Promise.all([finish(browser, email), rename(uid, next)])

    expect(signedUp).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect(renamed.status).toBe(200)
    const owner = await app.get(`account/get_user_data_by_username?username=${old}`)
    expect(owner.body).toEqual({ uid })
  }
})

test('Postgres refuses a held name to an insert that waited for the change of its owner', async () => {
  const [old, next] = [nameOf('old'), nameOf('next')]
  const { uid } = await buildCreator(app.db, { userName: old })
  let taking: Promise<unknown> = Promise.resolve()
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable('account').set({ userName: next }).where('uid', '=', uid).execute()
    taking = buildSupporter(app.db, { userName: old }).catch((error: unknown) => error)
    const locked = sql`select from pg_stat_activity where wait_event_type = 'Lock'`
    await expect.poll(async () => (await locked.execute(app.db)).rows.length).toBeGreaterThan(0)
  })

  expect(await taking).toMatchObject({ code: '23505', constraint: 'account_user_name_key' })
})

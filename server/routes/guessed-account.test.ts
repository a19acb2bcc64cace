import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { ProofChallenge } from '../../contract/proof.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { solveProof } from '../../domain/security/solve-proof.fixture.ts'
import { cookieOf, startTestApp } from '../app.fixture.ts'
import type { Answer, TestApp } from '../app.fixture.ts'

const email = 'ada@example.test'
const password = 'correct-horse-1'
const passwordHash = await hashPassword(password)

/** Starts an app with one account; `logIn` logs in to it from the given network address. */
async function openOwner() {
  const app = await startTestApp({ TRUST_PROXY: 'loopback' })
  const { uid } = await buildSupporter(app.db, { email, passwordHash })
  const logIn = (network: string, body: object = {}, cookie = '') =>
    app.post('account/log-in', { email, password, ...body }, cookie, { 'x-forwarded-for': network })
  return { app, uid, logIn }
}

type Owner = Awaited<ReturnType<typeof openOwner>>

/** Attempts this often to log in to the account, each time from another network. */
async function guess({ logIn }: Owner, times: number, body: object): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < times; n++) answers.push(await logIn(`203.0.113.${n}`, body))
  return answers
}

/** Counts 99 guesses: with one more, the account requires proofs of work. */
async function guessAlmost({ app }: Owner): Promise<void> {
  for (let n = 0; n < 99; n++) await app.ctx.limits.take({ email, address: `198.18.0.${n}` })
}

/** Turns two-factor on; returns recovery codes that are still unused. */
async function turnOnTwoFactor(app: TestApp, uid: string): Promise<string[]> {
  const cookie = await app.signInConfirmed(uid)
  const started = await app.post('account/two-factor/start', {}, cookie)
  const totp = new TOTP({ secret: Secret.fromBase32((started.body as { secret: string }).secret) })
  const confirmed = await app.post('account/two-factor/confirm', { code: totp.generate() }, cookie)
  return (confirmed.body as { recoveryCodes: string[] }).recoveryCodes
}

async function solve({ body }: Answer) {
  const { challenge } = body as { challenge: ProofChallenge }
  return solveProof(challenge)
}

const codesOf = (answers: Answer[]) => answers.map(({ body }) => (body as { code: string }).code)

test('after wrong passwords from ever-new networks the owner logs in where they did before, and elsewhere with a proof', async () => {
  const owner = await openOwner()
  await using app = owner.app
  const known = cookieOf(await owner.logIn('192.0.2.1'), 'brimful_device')

  await guessAlmost(owner)

  const codes = codesOf(await guess(owner, 3, { password: 'wrong' }))

  expect(codes).toEqual(['wrong_credentials', 'proof_required', 'proof_required'])
  expect(await owner.logIn('192.0.2.1', {}, known)).toMatchObject({ status: 200 })
  const requested = await owner.logIn('192.0.2.2')
  expect(requested).toMatchObject({ status: 428 })
  const proof = await solve(requested)
  expect(await owner.logIn('192.0.2.3', { proof })).toMatchObject({ status: 428 }) // the proof was made for another network
  expect(await owner.logIn('192.0.2.2', { proof })).toMatchObject({ status: 200 })
  expect(await owner.logIn('192.0.2.2', { proof })).toMatchObject({ status: 428 }) // a proof is valid only once
  expect(app.logged()).not.toContain('203.0.113')
})

/** Counts attempts on the account, including those above the limit, which need a proof of work. */
async function count({ app }: Owner, times: number): Promise<void> {
  for (let n = 0; n < times; n++)
    await app.ctx.limits.take({ email, address: `198.18.${n >> 8}.${n & 255}` }).catch(() => {})
}

/** Returns the work that a challenge costs, as a multiple of the easiest challenge. */
const workOf = ({ body }: Answer) => (body as { challenge: ProofChallenge }).challenge.parameters.cost / 5000

test('after any number of guesses with proofs an unknown device is not refused, but works more', async () => {
  const owner = await openOwner()
  await using _app = owner.app
  const work: number[] = []
  for (const times of [150, 100, 1500]) {
    await count(owner, times)
    work.push(workOf(await owner.logIn('192.0.2.1')))
  }

  expect(work).toEqual([2, 3, 10])
})

test('a challenge that was easier by far is not enough', async () => {
  const owner = await openOwner()
  await using _app = owner.app
  await count(owner, 150)
  const proof = await solve(await owner.logIn('192.0.2.1'))
  await count(owner, 400)

  expect(await owner.logIn('192.0.2.1', { proof })).toMatchObject({ status: 428 })
})

test('wrong proofs, which cost nothing, make no unknown device work more', async () => {
  const owner = await openOwner()
  await using _app = owner.app
  await count(owner, 199)
  const { challenge } = await solve(await owner.logIn('192.0.2.1'))
  const proof = { challenge, solution: { counter: 0, derivedKey: '00' } }

  expect(codesOf(await guess(owner, 3, { proof }))).toEqual(Array(3).fill('proof_required'))
  const requested = await owner.logIn('192.0.2.2')
  expect(workOf(requested)).toBe(2)
  expect(await owner.logIn('192.0.2.2', { proof: await solve(requested) })).toMatchObject({ status: 200 })
})

test('a new password ends what browsers are known by, but not in the one that sets it', async () => {
  const owner = await openOwner()
  await using app = owner.app
  const thief = cookieOf(await owner.logIn('192.0.2.1'), 'brimful_device')
  const session = await app.signInConfirmed(owner.uid)
  const changed = await app.post('account/change-password', { password: 'tractor violin moss 7' }, session)
  await count(owner, 150)
  const log = (cookie: string) => owner.logIn('192.0.2.1', { password: 'tractor violin moss 7' }, cookie)

  expect(await log(thief)).toMatchObject({ status: 428 })
  expect(await log(cookieOf(changed, 'brimful_device'))).toMatchObject({ status: 200 })
})

test('after wrong codes with the right password only known devices may go on', async () => {
  const owner = await openOwner()
  await using app = owner.app
  const known = cookieOf(await owner.logIn('192.0.2.1'), 'brimful_device')
  const codes = await turnOnTwoFactor(app, owner.uid)

  const guesses = codesOf(await guess(owner, 22, { code: '000000' }))

  expect(guesses).toEqual([...Array(20).fill('wrong_code'), 'rate_limited', 'rate_limited'])
  expect(await owner.logIn('192.0.2.2', { code: codes[0] })).toMatchObject({ body: { code: 'rate_limited' } })
  expect(await owner.logIn('192.0.2.1', { code: codes[0] }, known)).toMatchObject({ status: 200 })
  // a known device may change its network
  expect(await owner.logIn('192.0.2.9', { code: codes[1] }, known)).toMatchObject({ status: 200 })
})

test('a known device has ten wrong tries of its own', async () => {
  const owner = await openOwner()
  await using _app = owner.app
  const known = cookieOf(await owner.logIn('192.0.2.1'), 'brimful_device')

  const answers: Answer[] = []
  for (let n = 0; n < 12; n++)
    answers.push(await owner.logIn(`198.51.100.${n}`, { password: 'wrong' }, known))

  expect(codesOf(answers)).toEqual([...Array(10).fill('wrong_credentials'), 'rate_limited', 'rate_limited'])
})

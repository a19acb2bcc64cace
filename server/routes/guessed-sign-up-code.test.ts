import { beforeEach, expect, test } from 'vitest'
import type { ProofChallenge } from '../../contract/proof.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { solveProof } from '../../domain/security/solve-proof.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import type { Answer } from '../app.fixture.ts'
import { behindProxy, getMailedCode, listAccountEmails, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const app = await forFile(startTestApp(behindProxy))
let email: string
let count = 0
beforeEach(() => {
  email = `owner${(count += 1)}@example.test`
})

const profile = { DisplayName: 'Zoë', About: '' }
const describeYourself = (browser: Browser, body: object = {}) =>
  browser.post('account/sign-up/about-yourself', { ...profile, ...body })
const verify = (browser: Browser, code: string, body: object = {}) =>
  browser.post('account/sign-up/verify-code', { code, ...body })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const solve = ({ body }: Answer) => solveProof((body as { challenge: ProofChallenge }).challenge)
const workOf = ({ body }: Answer) => (body as { challenge: ProofChallenge }).challenge.parameters.cost / 5000

/** Opens a browser at the last step of a sign-up with the address, before the code is mailed. */
async function reachLastStep(userName: string): Promise<Browser> {
  const browser = openBrowser(app)
  const password = 'tractor violin moss 7'
  await browser.post('account/sign-up/start', { email, username: 'Zoë', password, acceptPrivacyTerms: true })
  await browser.post('account/sign-up/select-role', { creatorORsupporter: 'supporter' })
  await browser.post('account/sign-up/select-url', { customUserName: userName })
  return browser
}

/** Requests a code for the address as ten strangers. */
async function floodMailbox(): Promise<void> {
  for (let n = 0; n < 10; n++) {
    const { status } = await describeYourself(await reachLastStep(`flood_${count}_${n}`))
    expect(status).toBe(200)
  }
}

test('after ten code mails to an address its owner gets one with a proof of work, and nobody without', async () => {
  await floodMailbox()
  const owner = await reachLastStep(`owner_${count}`)

  const requested = await describeYourself(owner)
  expect(requested).toMatchObject({ status: 428, body: { code: 'proof_required' } })
  expect(await listAccountEmails(app, email)).toHaveLength(10)

  const proof = await solve(requested)
  expect(await describeYourself(owner, { proof })).toMatchObject({ status: 200 })
  expect(await verify(owner, await getMailedCode(app, email))).toMatchObject({ status: 200 })
  const stranger = await reachLastStep(`late_${count}`)
  expect(await describeYourself(stranger, { proof })).toMatchObject({ status: 428 }) // the proof is already used, and was made for another network
})

test('each further ten code mails make the proof for the next one harder, up to ten times the easiest', async () => {
  await app.ctx.accountLimits.add('code-mail', email, 25)
  const owner = await reachLastStep(`owner_${count}`)
  const first = workOf(await describeYourself(owner))
  await app.ctx.accountLimits.add('code-mail', email, 200)

  expect([first, workOf(await describeYourself(owner))]).toEqual([3, 10])
})

test('after fifty wrong codes for an address its owner enters theirs with a proof of work', async () => {
  const owner = await reachLastStep(`owner_${count}`)
  await describeYourself(owner)
  const code = await getMailedCode(app, email)
  await app.ctx.accountLimits.add('code-guess', email, 50)

  const requested = await verify(owner, code)

  expect(requested).toMatchObject({ status: 428, body: { code: 'proof_required' } })
  const { body } = await owner.get('account/sign-up')
  expect(body).toMatchObject({ signUp: { code: { attemptsLeft: 5 } } })
  expect(await verify(owner, code, { proof: await solve(requested) })).toMatchObject({ status: 200 })
})

test('a guess with a proof takes one of the five attempts of a code', async () => {
  const owner = await reachLastStep(`owner_${count}`)
  await describeYourself(owner)
  const code = await getMailedCode(app, email)
  await app.ctx.accountLimits.add('code-guess', email, 50)
  const proof = await solve(await verify(owner, wrong(code)))

  expect(await verify(owner, wrong(code), { proof })).toMatchObject({
    status: 400,
    body: { code: 'wrong_code' },
  })
  const { body } = await owner.get('account/sign-up')
  expect(body).toMatchObject({ signUp: { code: { attemptsLeft: 4 } } })
})

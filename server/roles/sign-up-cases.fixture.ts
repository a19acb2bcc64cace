/**
 * Requests for a sign-up that `role-table.test.ts` sends as each role. A sign-up belongs to a browser, no matter which account is
 * logged in.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { cookieOf } from '../app.fixture.ts'
import { getMailedCode, listAccountEmails } from '../emails.fixture.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

interface SignUp {
  email: string
  name: string
  cookie: string
}

/** The steps of the sign-up wizard in one browser; without its cookie they fail. */
export const signUpCases = {
  'POST /api/v1/account/sign-up/start': (world) => {
    const [email, attempt] = start()
    return { ...attempt, effect: () => expectSignUp(world, email, { accountType: null, userName: null }) }
  },
  'GET /api/v1/account/sign-up': async (world) => {
    const { email, cookie } = await begin(world)
    return { ...get('account/sign-up', (body) => like(body, { signUp: { email } })), cookie }
  },
  'GET /api/v1/account/sign-up | of nobody': () =>
    get('account/sign-up', (body) => equals(body, { signUp: null })),
  'GET /api/v1/account/name-availability': ({ creator }) => ({
    ...get(`account/name-availability?name=${creator.userName}`, (body) =>
      like(body, { isAvailable: false, reason: 'taken' }),
    ),
    headers: from(),
  }),
  'POST /api/v1/account/sign-up/select-role': (world) =>
    takeStep(world, 'select-role', { creatorORsupporter: 'creator' }, { accountType: 1 }),
  'POST /api/v1/account/sign-up/select-url': (world) => {
    const userName = freeName()
    return takeStep(world, 'select-url', { customUserName: userName }, { userName })
  },
  'POST /api/v1/account/sign-up/about-yourself': (world) =>
    takeStep(
      world,
      'about-yourself',
      { DisplayName: 'Zoë', About: 'Clay.' },
      { displayName: 'Zoë', bio: 'Clay.' },
    ),
  'POST /api/v1/account/sign-up/resend-code': async (world) => {
    const { email, cookie } = await reachCode(world)
    await letHalfAMinutePass(world, email)
    return {
      ...post('account/sign-up/resend-code', {}),
      cookie,
      effect: async () => equals((await listAccountEmails(world, email)).length, 2),
    }
  },
  'POST /api/v1/account/sign-up/verify-code': async (world) => {
    const { email, name, cookie } = await reachCode(world)
    const code = await getMailedCode(world, email)
    return {
      ...post('account/sign-up/verify-code', { code }),
      cookie,
      async effect(answer) {
        const { body } = await world.get('account/profile', cookieOf(answer))
        like(body, { email, brimfulUserName: name, role: 'user' })
      },
    }
  },

  'POST /api/v1/account/sign-up/select-role | of nobody': () =>
    post('account/sign-up/select-role', { creatorORsupporter: 'creator' }),
  'POST /api/v1/account/sign-up/select-url | of nobody': () =>
    post('account/sign-up/select-url', { customUserName: freeName() }),
  'POST /api/v1/account/sign-up/about-yourself | of nobody': () =>
    post('account/sign-up/about-yourself', { DisplayName: 'Zoë', About: '' }),
  'POST /api/v1/account/sign-up/resend-code | of nobody': () => post('account/sign-up/resend-code', {}),
  'POST /api/v1/account/sign-up/verify-code | of nobody': () =>
    post('account/sign-up/verify-code', { code: '123456' }),
} as const satisfies Partial<Cases<RouteCase>>

function start(): [email: string, attempt: Attempt] {
  const email = `${freeName()}@example.test`
  const body = { email, username: 'Zoë Vale', password: 'tractor violin moss 7', acceptPrivacyTerms: true }
  return [email, { ...post('account/sign-up/start', body), headers: from() }]
}

/** Returns a header with a random client address, because sign-ups are limited per network. */
export function from(): Record<string, string> {
  return { 'x-forwarded-for': `198.51.${randomInt(255)}.${randomInt(255)}` }
}

export async function begin(world: World): Promise<SignUp> {
  const [email, { body, headers }] = start()
  const answer = await world.post('account/sign-up/start', body, undefined, headers)
  equals(answer.status, 200)
  return { email, name: freeName(), cookie: cookieOf(answer, 'brimful_sign_up') }
}

async function reachCode(world: World): Promise<SignUp> {
  const signUp = await begin(world)
  const step = (path: string, body: object) => world.post(`account/sign-up/${path}`, body, signUp.cookie)
  await step('select-role', { creatorORsupporter: 'supporter' })
  await step('select-url', { customUserName: signUp.name })
  equals((await step('about-yourself', { DisplayName: 'Zoë', About: '' })).status, 200)
  return signUp
}

async function letHalfAMinutePass({ db }: World, email: string): Promise<void> {
  const codeSentAt = new Date(Date.now() - 40_000)
  await db.updateTable('pendingSignUp').set({ codeSentAt }).where('email', '=', email).execute()
}

/** Begins a sign-up and prepares one further step, whose effect is that the sign-up's row has the expected columns. */
async function takeStep(world: World, path: string, body: object, expected: object): Promise<Attempt> {
  const { email, cookie } = await begin(world)
  return {
    ...post(`account/sign-up/${path}`, body),
    cookie,
    effect: () => expectSignUp(world, email, expected),
  }
}

async function expectSignUp({ db }: World, email: string, expected: object): Promise<void> {
  const rows = await db.selectFrom('pendingSignUp').selectAll().where('email', '=', email).execute()
  like(rows, [expected])
}

export function freeName(): string {
  return `zoe_${randomBytes(6).toString('hex')}`
}

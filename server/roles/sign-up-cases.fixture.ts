/** How the role table asks for a sign-up: it belongs to a browser, whoever is signed in there. For tests. */
import { randomBytes, randomInt } from 'node:crypto'
import { openAccountEmail } from '../../domain/mail/enqueue-account-email.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Ask, Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

interface SignUp {
  email: string
  name: string
  cookie: string
}

/** The steps of one browser's wizard; without its cookie they belong to nobody. */
export const signUpAsks = {
  'POST /api/v1/account/sign-up/start': (house) => {
    const [email, ask] = start()
    return { ...ask, effect: () => holdSignUp(house, email, { accountType: null, userName: null }) }
  },
  'GET /api/v1/account/sign-up': async (house) => {
    const { email, cookie } = await begin(house)
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
  'POST /api/v1/account/sign-up/select-role': async (house) => {
    const { email, cookie } = await begin(house)
    return {
      ...post('account/sign-up/select-role', { creatorORsupporter: 'creator' }),
      cookie,
      effect: () => holdSignUp(house, email, { accountType: 1 }),
    }
  },
  'POST /api/v1/account/sign-up/select-url': async (house) => {
    const { email, name, cookie } = await begin(house)
    return {
      ...post('account/sign-up/select-url', { customUserName: name }),
      cookie,
      effect: () => holdSignUp(house, email, { userName: name }),
    }
  },
  'POST /api/v1/account/sign-up/about-yourself': async (house) => {
    const { email, cookie } = await begin(house)
    return {
      ...post('account/sign-up/about-yourself', { DisplayName: 'Zoë', About: 'Clay.' }),
      cookie,
      effect: () => holdSignUp(house, email, { displayName: 'Zoë', bio: 'Clay.' }),
    }
  },
  'POST /api/v1/account/sign-up/resend-code': async (house) => {
    const { email, cookie } = await reachCode(house)
    await letHalfAMinutePass(house, email)
    return {
      ...post('account/sign-up/resend-code', {}),
      cookie,
      effect: async () => equals((await accountEmailsTo(house, email)).length, 2),
    }
  },
  'POST /api/v1/account/sign-up/verify-code': async (house) => {
    const { email, name, cookie } = await reachCode(house)
    const code = await codeFor(house, email)
    return {
      ...post('account/sign-up/verify-code', { code }),
      cookie,
      async effect({ headers }) {
        const session = headers.getSetCookie().find((line) => line.startsWith('brimful_session='))
        const { body } = await house.get('account/profile', session?.split(';')[0])
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
} as const satisfies Partial<Asks<RouteCase>>

function start(): [email: string, ask: Ask] {
  const email = `${freeName()}@example.test`
  const body = { email, username: 'Zoë Vale', password: 'tractor violin moss 7', acceptPrivacyTerms: true }
  return [email, { ...post('account/sign-up/start', body), headers: from() }]
}

/** The proxy's word for an address of its own: sign-ups of one network are counted. */
export function from(): Record<string, string> {
  return { 'x-forwarded-for': `198.51.${randomInt(255)}.${randomInt(255)}` }
}

export async function begin(house: House): Promise<SignUp> {
  const [email, { body, headers }] = start()
  const answer = await house.post('account/sign-up/start', body, undefined, headers)
  equals(answer.status, 200)
  return { email, name: freeName(), cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! }
}

async function reachCode(house: House): Promise<SignUp> {
  const signUp = await begin(house)
  const step = (path: string, body: object) => house.post(`account/sign-up/${path}`, body, signUp.cookie)
  await step('select-role', { creatorORsupporter: 'supporter' })
  await step('select-url', { customUserName: signUp.name })
  equals((await step('about-yourself', { DisplayName: 'Zoë', About: '' })).status, 200)
  return signUp
}

async function letHalfAMinutePass({ db }: House, email: string): Promise<void> {
  const codeSentAt = new Date(Date.now() - 40_000)
  await db.updateTable('pendingSignUp').set({ codeSentAt }).where('email', '=', email).execute()
}

async function codeFor(house: House, email: string): Promise<string> {
  const [row] = await accountEmailsTo(house, email)
  const mail = openAccountEmail(house.ctx.config.secretsKey, row!)
  if (mail.kind !== 'sign-up-code') throw new Error('no code was mailed')
  return mail.code
}

async function accountEmailsTo({ db }: House, email: string) {
  return db.selectFrom('accountMail').selectAll().where('email', '=', email).execute()
}

async function holdSignUp({ db }: House, email: string, expected: object): Promise<void> {
  const rows = await db.selectFrom('pendingSignUp').selectAll().where('email', '=', email).execute()
  like(rows, [expected])
}

export function freeName(): string {
  return `zoe_${randomBytes(6).toString('hex')}`
}

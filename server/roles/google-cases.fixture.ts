/** How the role table asks for signing in with Google: it belongs to a browser, whoever is signed in there. For tests. */
import { sealFlow } from '../../domain/accounts/google-flow.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import {
  chooseRole,
  claimName,
  describe,
  getSignUpByToken,
  startGoogleSignUp,
} from '../../domain/accounts/sign-up.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, has, like } from './expectations.fixture.ts'
import { password } from './world.fixture.ts'
import type { House } from './world.fixture.ts'
import { begin, freeName, from } from './sign-up-cases.fixture.ts'

const passwordHash = await hashPassword(password)

export const googleAsks = {
  'POST /api/v1/account/google/start': () => ({
    ...post('account/google/start', { page: 'log-in' }),
    headers: from(),
    effect: ({ body, headers }) => {
      has((body as { address: string }).address, '/google/openid/auth?')
      has(headers.getSetCookie()[0], 'brimful_google=v1.')
    },
  }),
  'GET /api/v1/account/google/callback': () => ({
    ...get('account/google/callback?state=x&code=y'),
    done: 303,
    effect: ({ headers }) => equals(new URL(headers.get('location')!, 'http://a').pathname, '/account'),
  }),
  'GET /api/v1/account/google': async (house) => ({
    ...get('account/google', (body) =>
      equals(body, { pending: { email: house.otherCreator.email, needs: 'password' } }),
    ),
    cookie: flowOf(house, house.otherCreator.email),
  }),
  'POST /api/v1/account/google/finish': async (house) => {
    const { uid, email } = house.otherCreator
    await house.db.updateTable('account').set({ passwordHash }).where('uid', '=', uid).execute()
    return {
      ...post('account/google/finish', { password }),
      headers: from(),
      cookie: flowOf(house, email),
      async effect({ headers }) {
        const session = headers.getSetCookie().find((line) => line.startsWith('brimful_session='))
        const { body } = await house.get('account/profile', session?.split(';')[0])
        like(body, { uid, isGoogleAccount: true })
      },
    }
  },
  'POST /api/v1/account/google/finish | of nobody': () => post('account/google/finish', { password }),
  'POST /api/v1/account/sign-up/open-by-google': async (house) => {
    const email = `${freeName()}@example.test`
    const token = await describedByGoogle(house, email)
    return {
      ...post('account/sign-up/open-by-google', {}),
      cookie: `brimful_sign_up=${token}`,
      async effect({ headers }) {
        const session = headers.getSetCookie().find((line) => line.startsWith('brimful_session='))
        const { body } = await house.get('account/profile', session?.split(';')[0])
        like(body, { email, isGoogleAccount: true, role: 'user' })
      },
    }
  },
  'POST /api/v1/account/sign-up/open-by-google | that needs its code': async (house) => ({
    ...post('account/sign-up/open-by-google', {}),
    cookie: (await begin(house)).cookie,
  }),
} as const satisfies Partial<Asks<RouteCase>>

/** A browser that Google has just said this address of. */
function flowOf({ ctx }: House, email: string): string {
  const step = { kind: 'proven', googleId: freeName(), email, from: null } as const
  return `brimful_google=${sealFlow(ctx.config.secretsKey, step)}`
}

async function describedByGoogle({ db }: House, email: string): Promise<string> {
  const person = { googleId: freeName(), email, isEmailVerified: true, name: 'Zoë' }
  const token = await startGoogleSignUp(db, person, undefined)
  const signUp = await getSignUpByToken(db, token)
  await chooseRole(db, signUp, 'supporter', undefined)
  await claimName(db, signUp, freeName())
  await describe(db, signUp, 'Zoë', '')
  return token
}

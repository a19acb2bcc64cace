/**
 * Requests for sign-in with Google that `role-table.test.ts` sends as each role. A sign-in belongs to a browser, no matter which
 * account is logged in.
 */
import { sealFlow } from '../../domain/accounts/google-flow.ts'
import {
  chooseRole,
  claimName,
  describe,
  getSignUpByToken,
  startGoogleSignUp,
} from '../../domain/accounts/sign-up.ts'
import { cookieOf } from '../app.fixture.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, has, like } from './expectations.fixture.ts'
import { password } from './world.fixture.ts'
import type { World } from './world.fixture.ts'
import { begin, freeName, from } from './sign-up-cases.fixture.ts'

export const googleCases = {
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
  'POST /api/v1/account/google/confirm': () => ({
    ...post('account/google/confirm', {}),
    effect: ({ body, headers }) => {
      has((body as { address: string }).address, '/google/openid/auth?')
      has(headers.getSetCookie()[0], 'brimful_google=v1.')
    },
  }),
  'GET /api/v1/account/google': async (world) => ({
    ...get('account/google', (body) =>
      equals(body, { pending: { email: world.otherCreator.email, needs: 'password' } }),
    ),
    cookie: flowOf(world, world.otherCreator.email),
  }),
  'POST /api/v1/account/google/finish': async (world) => {
    const { uid, email } = world.otherCreator
    return {
      ...post('account/google/finish', { password }),
      headers: from(),
      cookie: flowOf(world, email),
      async effect(answer) {
        const { body } = await world.get('account/profile', cookieOf(answer))
        like(body, { uid, isGoogleAccount: true })
      },
    }
  },
  'POST /api/v1/account/google/finish | of nobody': () => post('account/google/finish', { password }),
  'POST /api/v1/account/sign-up/open-by-google': async (world) => {
    const email = `${freeName()}@example.test`
    const token = await describedByGoogle(world, email)
    return {
      ...post('account/sign-up/open-by-google', {}),
      cookie: `brimful_sign_up=${token}`,
      async effect(answer) {
        const { body } = await world.get('account/profile', cookieOf(answer))
        like(body, { email, isGoogleAccount: true, role: 'user' })
      },
    }
  },
  'POST /api/v1/account/sign-up/open-by-google | that needs its code': async (world) => ({
    ...post('account/sign-up/open-by-google', {}),
    cookie: (await begin(world)).cookie,
  }),
} as const satisfies Partial<Cases<RouteCase>>

/** Returns the cookie of a browser for which Google has just confirmed an email address. */
function flowOf({ ctx }: World, email: string): string {
  const step = { kind: 'proven', googleId: freeName(), email, from: null } as const
  return `brimful_google=${sealFlow(ctx.config.secretsKey, step)}`
}

async function describedByGoogle({ db }: World, email: string): Promise<string> {
  const person = { googleId: freeName(), email, isEmailVerified: true, name: 'Zoë' }
  const token = await startGoogleSignUp(db, person, undefined)
  const signUp = await getSignUpByToken(db, token)
  await chooseRole(db, signUp, 'supporter', undefined)
  await claimName(db, signUp, freeName())
  await describe(db, signUp, 'Zoë', '')
  return token
}

/** How the role table asks for the way to a platform's consent page and back. For tests. */
import type { Platform } from '../../contract/entities.ts'
import { decide, leaveFor } from '../routes/consent.fixture.ts'
import type { Role, RouteCase } from '../role-table.ts'
import type { Ask, Asks } from './case.fixture.ts'
import { equals, has } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

const allowed = {
  twitch: (login: string) => ({ decision: 'authorize', newLogin: login }),
  youtube: (title: string) => ({
    decision: 'allow',
    newTitle: title,
    granted: 'https://www.googleapis.com/auth/youtube.readonly',
  }),
}
type Connectable = keyof typeof allowed

export const connectAsks = {
  'GET /api/v1/account/twitch/connect': () => connect('twitch', '/twitch/oauth2/authorize'),
  'GET /api/v1/account/youtube/connect': () => connect('youtube', '/google/auth'),
  'GET /api/v1/account/twitch/callback': (house, role) => comeBack(house, role, 'twitch'),
  'GET /api/v1/account/twitch/callback | with an answer to somebody else': (house) =>
    comeBackFromElsewhere(house, 'twitch'),
  'GET /api/v1/account/youtube/callback': (house, role) => comeBack(house, role, 'youtube'),
  'GET /api/v1/account/youtube/callback | with an answer to somebody else': (house) =>
    comeBackFromElsewhere(house, 'youtube'),
} as const satisfies Partial<Asks<RouteCase>>

function connect(platform: Platform, page: string): Ask {
  return {
    method: 'GET',
    path: `/api/v1/account/${platform}/connect`,
    done: 302,
    effect({ headers }) {
      equals(new URL(headers.get('location')!).pathname, page)
      has(
        headers.getSetCookie().map((line) => line.split('=')[0]),
        `brimful_consent_${platform}`,
      )
    },
  }
}

/** Whoever may not connect comes with an answer that a creator was given. */
async function comeBack(house: House, role: Role, platform: Connectable): Promise<Ask> {
  const isCreator = role === 'creator' || role === 'otherCreator'
  const name = `show${Math.random().toString(36).slice(2, 12)}`
  const { query, cookie } = await answerOf(house, isCreator ? role : 'creator', platform, name)
  return {
    method: 'GET',
    path: `/api/v1/account/${platform}/callback${query}`,
    cookie,
    done: 302,
    writes: true,
    async effect({ headers }) {
      equals(headers.get('location'), '/dashboard/chatbot-setting?success=true')
      const rows = await house.db
        .selectFrom('platformConnection')
        .select('email')
        .where('uid', '=', house.accountOf(role)!.uid)
        .where('platform', '=', platform)
        .execute()
      equals(
        rows.map(({ email }) => email.split('@')[0]),
        [name],
      )
    },
  }
}

/** The admin of the house is no creator: what the creator's own browser was answered is nobody else's. */
async function comeBackFromElsewhere(house: House, platform: Connectable): Promise<Ask> {
  const { query } = await answerOf(house, 'creator', platform, 'nobody_here')
  return {
    method: 'GET',
    path: `/api/v1/account/${platform}/callback${query}`,
    cookie: `brimful_consent_${platform}=${'a'.repeat(43)}`,
    effect: () => {},
  }
}

/** Goes to the consent page as somebody and allows an account there: what comes back, and the cookie it belongs to. */
async function answerOf(house: House, role: Role, platform: Connectable, name: string) {
  const away = await leaveFor(house.url, platform, house.cookieOf(role))
  const back = new URL(await decide(away.location, allowed[platform](name)))
  const cookie = away.cookie.split('; ').find((pair) => pair.startsWith('brimful_consent_'))!
  return { query: back.search, cookie }
}

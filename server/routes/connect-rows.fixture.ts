/** Requests for a platform's consent page and its callback that `server/roles.test.ts` sends as each role. */
import { row } from '../roles/case.fixture.ts'
import type { Platform } from '../../contract/chat/platforms.ts'
import { allow, decide, openConsent } from './consent.fixture.ts'
import type { Role } from '../roles/outcomes.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { equals, has } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

export const connectRows: Rows = {
  'GET account/kick/connect': row({}, () => connect('kick', '/kick/oauth/authorize')),
  'GET account/kick/callback': row({}, (world, role) => finishConsent(world, role, 'kick')),
  'GET account/kick/callback | with an answer to somebody else': row(
    { creator: 302, otherCreator: 302 },
    (world) => comeBackFromElsewhere(world, 'kick'),
  ),
  'GET account/twitch/connect': row({}, () => connect('twitch', '/twitch/oauth2/authorize')),
  'GET account/youtube/connect': row({}, () => connect('youtube', '/google/auth')),
  'GET account/twitch/callback': row({}, (world, role) => finishConsent(world, role, 'twitch')),
  'GET account/twitch/callback | with an answer to somebody else': row(
    { creator: 302, otherCreator: 302 },
    (world) => comeBackFromElsewhere(world, 'twitch'),
  ),
  'GET account/youtube/callback': row({}, (world, role) => finishConsent(world, role, 'youtube')),
  'GET account/youtube/callback | with an answer to somebody else': row(
    { creator: 302, otherCreator: 302 },
    (world) => comeBackFromElsewhere(world, 'youtube'),
  ),
}

function connect(platform: Platform, page: string): Attempt {
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

/**
 * Prepares the callback after a role has consented. A role that may not connect platforms sends the callback of a creator's
 * consent.
 */
async function finishConsent(world: World, role: Role, platform: Platform): Promise<Attempt> {
  const isCreator = role === 'creator' || role === 'otherCreator'
  const name = `show${Math.random().toString(36).slice(2, 12)}`
  const { query, cookie } = await decideAs(world, isCreator ? role : 'creator', platform, name)
  return {
    method: 'GET',
    path: `/api/v1/account/${platform}/callback${query}`,
    cookie,
    done: 302,
    writes: true,
    async effect({ headers }) {
      equals(headers.get('location'), '/dashboard/chatbot-setting?success=true')
      const rows = await world.db
        .selectFrom('platformConnection')
        .select('email')
        .where('uid', '=', world.uidOf(role))
        .where('platform', '=', platform)
        .execute()
      equals(
        rows.map(({ email }) => email.split('@')[0]),
        [name],
      )
    },
  }
}

/** Prepares the callback of the creator's consent with the session of another account and a made-up consent cookie. */
async function comeBackFromElsewhere(world: World, platform: Platform): Promise<Attempt> {
  const { query } = await decideAs(world, 'creator', platform, 'nobody_here')
  return {
    method: 'GET',
    path: `/api/v1/account/${platform}/callback${query}`,
    cookie: `brimful_consent_${platform}=${'a'.repeat(43)}`,
    effect: () => {},
  }
}

/** Consents on the consent page as a role; returns the callback's query and the cookie that belongs to it. */
async function decideAs(world: World, role: Role, platform: Platform, name: string) {
  const away = await openConsent(world.url, platform, world.cookieOf(role))
  const back = new URL(await decide(away.location, allow[platform](name)))
  const cookie = away.cookie.split('; ').find((pair) => pair.startsWith('brimful_consent_'))!
  return { query: back.search, cookie }
}

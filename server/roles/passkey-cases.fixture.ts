/** Requests for passkeys that `role-table.test.ts` sends as each role. Each passkey has its own authenticator. */
import { parseCookie } from 'cookie'
import type { PasskeyRow } from '../../db/account-tables.ts'
import { insertPasskey, listPasskeys } from '../../db/queries/passkeys.ts'
import { openAuthenticator } from '../../domain/accounts/authenticator.fixture.ts'
import type { Authenticator } from '../../domain/accounts/authenticator.fixture.ts'
import { startPasskeyConfirmation, startPasskeyLogIn } from '../../domain/accounts/passkey-log-in.ts'
import { readPasskeys, startPasskey } from '../../domain/accounts/passkeys.ts'
import { verifyNewPasskey } from '../../domain/accounts/verify-passkey.ts'
import { cookieOf } from '../app.fixture.ts'
import type { Role } from '../outcomes.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals, has, like } from './expectations.fixture.ts'
import { from } from './sign-up-cases.fixture.ts'
import type { World } from './world.fixture.ts'

export const passkeyCases = {
  'GET /api/v1/account/passkeys': async (world, role) => {
    await addPasskey(world, world.uidOf(role))
    return get('account/passkeys', (body) => like(body, { passkeys: [{ name: 'My phone' }] }))
  },
  'POST /api/v1/account/passkeys/start': () => ({
    ...post('account/passkeys/start', {}),
    effect: ({ headers }) => has(headers.getSetCookie()[0], 'brimful_passkey=v1.'),
  }),
  'POST /api/v1/account/passkeys/add': async (world, role) => {
    const session = sessionOf(world, role)
    const { options, sealed } = await startPasskey(world.ctx, session)
    const credential = openDevice(world).create(options)
    return {
      ...post('account/passkeys/add', { name: 'My phone', credential }),
      cookie: `brimful_passkey=${sealed}`,
      effect: async () => like(await readPasskeys(world.db, session.uid), [{ name: 'My phone' }]),
    }
  },
  'POST /api/v1/account/passkeys/rename': (world, role) => rename(world, world.uidOf(role)),
  'POST /api/v1/account/passkeys/rename | of the creator': (world) => rename(world, world.creator.uid),
  'POST /api/v1/account/passkeys/remove': (world, role) => remove(world, world.uidOf(role)),
  'POST /api/v1/account/passkeys/remove | of the creator': (world) => remove(world, world.creator.uid),
  'POST /api/v1/account/passkeys/log-in/start': () => ({
    ...post('account/passkeys/log-in/start', {}),
    effect: ({ headers }) => has(headers.getSetCookie()[0], 'brimful_passkey=v1.'),
  }),
  'POST /api/v1/account/passkeys/log-in': async (world) => {
    const { uid } = world.otherCreator
    const { device } = await addPasskey(world, uid)
    const { options, sealed } = startPasskeyLogIn(world.ctx)
    return {
      ...post('account/passkeys/log-in', { credential: device.get(options) }),
      headers: from(),
      cookie: `brimful_passkey=${sealed}`,
      async effect(answer) {
        const { body } = await world.get('account/profile', cookieOf(answer))
        like(body, { uid })
      },
    }
  },
  'POST /api/v1/account/passkeys/log-in | that nobody has': (world) => {
    const { options, sealed } = startPasskeyLogIn(world.ctx)
    return {
      ...post('account/passkeys/log-in', { credential: openDevice(world).get(options) }),
      headers: from(),
      cookie: `brimful_passkey=${sealed}`,
    }
  },
  'POST /api/v1/account/passkeys/confirm/start': async (world, role) => {
    await addPasskey(world, world.uidOf(role))
    return {
      ...post('account/passkeys/confirm/start', {}),
      effect: ({ headers }) => has(headers.getSetCookie()[0], 'brimful_passkey=v1.'),
    }
  },
  'POST /api/v1/account/passkeys/confirm': async (world, role) => {
    const session = sessionOf(world, role)
    const { device } = await addPasskey(world, session.uid)
    const { options, sealed } = await startPasskeyConfirmation(world.ctx, session)
    return {
      ...post('account/passkeys/confirm', { credential: device.get(options) }),
      cookie: `brimful_passkey=${sealed}`,
      effect: async () =>
        like(
          await world.db.selectFrom('session').select('confirmedBy').where('uid', '=', session.uid).execute(),
          [{ confirmedBy: 'passkey' }],
        ),
    }
  },
} as const satisfies Partial<Cases<RouteCase>>

async function rename(world: World, uid: string): Promise<Attempt> {
  const { id } = (await addPasskey(world, uid)).passkey
  return {
    ...post('account/passkeys/rename', { id, name: 'Blue key' }),
    effect: async () => like(await listPasskeys(world.db, uid), [{ name: 'Blue key' }]),
  }
}

async function remove(world: World, uid: string): Promise<Attempt> {
  const { id } = (await addPasskey(world, uid)).passkey
  return {
    ...post('account/passkeys/remove', { id }),
    effect: async () => equals(await listPasskeys(world.db, uid), []),
  }
}

function openDevice({ ctx }: World): Authenticator {
  return openAuthenticator({ origin: new URL(ctx.config.publicUrl).origin })
}

/** Gives an account a passkey. */
async function addPasskey(
  world: World,
  uid: string,
): Promise<{ device: Authenticator; passkey: PasskeyRow }> {
  const device = openDevice(world)
  const { options } = await startPasskey(world.ctx, { uid, token: 'a session' })
  const key = await verifyNewPasskey(world.ctx, device.create(options), options.challenge)
  return { device, passkey: (await insertPasskey(world.db, { ...key, uid, name: 'My phone' }))! }
}

function sessionOf(world: World, role: Role) {
  return { uid: world.uidOf(role), token: parseCookie(world.cookieOf(role) ?? '')['brimful_session'] ?? '' }
}

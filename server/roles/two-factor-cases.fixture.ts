/** Requests for the second factor that `role-table.test.ts` sends as each role. */
import { Secret, TOTP } from 'otpauth'
import { findTwoFactor } from '../../db/queries/two-factor.ts'
import { openConfirmedSession } from '../../domain/accounts/session.fixture.ts'
import { finishTwoFactor, readTwoFactor, startTwoFactor } from '../../domain/accounts/two-factor.ts'
import type { Role } from '../outcomes.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

/** Each request changes the second factor of the role that sends it, and no other. */
export const twoFactorCases = {
  'GET /api/v1/account/two-factor': () =>
    get('account/two-factor', (body) => equals(body, { isOn: false, recoveryCodesLeft: 0 })),
  'POST /api/v1/account/two-factor/start': (world, role) => ({
    ...post('account/two-factor/start', {}),
    effect: async () => like((await findTwoFactor(world.db, world.uidOf(role)))!, { confirmedAt: null }),
  }),
  'POST /api/v1/account/two-factor/confirm': async (world, role) => ({
    ...post('account/two-factor/confirm', { code: codeOf(await start(world, role)) }),
    effect: async () =>
      equals(await readTwoFactor(world.db, world.uidOf(role)), { isOn: true, recoveryCodesLeft: 10 }),
  }),
  'POST /api/v1/account/two-factor/recovery-codes': async (world, role) => {
    await turnOn(world, role)
    return {
      ...post('account/two-factor/recovery-codes', {}),
      effect: async () => like(await readTwoFactor(world.db, world.uidOf(role)), { recoveryCodesLeft: 10 }),
    }
  },
  'POST /api/v1/account/two-factor/stop': async (world, role) => {
    await turnOn(world, role)
    return {
      ...post('account/two-factor/stop', {}),
      effect: async () => like(await readTwoFactor(world.db, world.uidOf(role)), { isOn: false }),
    }
  },
} as const satisfies Partial<Cases<RouteCase>>

async function start(world: World, role: Role): Promise<string> {
  return (await startTwoFactor(world.ctx, world.uidOf(role))).secret
}

async function turnOn(world: World, role: Role): Promise<string[]> {
  const session = await openConfirmedSession(world.db, world.uidOf(role))
  return finishTwoFactor(world.ctx, session, codeOf(await start(world, role)))
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

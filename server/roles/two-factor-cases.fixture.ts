/** How the role table asks for the second factor of an account. For tests. */
import { Secret, TOTP } from 'otpauth'
import { findTwoFactor } from '../../db/queries/two-factor.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { finishTwoFactor, readTwoFactor, startTwoFactor } from '../../domain/accounts/two-factor.ts'
import type { Role, RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { password } from './world.fixture.ts'
import type { House } from './world.fixture.ts'

const passwordHash = await hashPassword(password)

/** Each turns the asker's own. */
export const twoFactorAsks = {
  'GET /api/v1/account/two-factor': () =>
    get('account/two-factor', (body) => equals(body, { isOn: false, recoveryCodesLeft: 0 })),
  'POST /api/v1/account/two-factor/start': async (house, role) => {
    await house.db.updateTable('account').set({ passwordHash }).execute()
    return {
      ...post('account/two-factor/start', { password }),
      effect: async () => like((await findTwoFactor(house.db, uidOf(house, role)))!, { confirmedAt: null }),
    }
  },
  'POST /api/v1/account/two-factor/confirm': async (house, role) => ({
    ...post('account/two-factor/confirm', { code: codeOf(await start(house, role)) }),
    effect: async () =>
      equals(await readTwoFactor(house.db, uidOf(house, role)), { isOn: true, recoveryCodesLeft: 10 }),
  }),
  'POST /api/v1/account/two-factor/recovery-codes': async (house, role) => {
    const [code] = await turnOn(house, role)
    return {
      ...post('account/two-factor/recovery-codes', { code }),
      effect: async () => like(await readTwoFactor(house.db, uidOf(house, role)), { recoveryCodesLeft: 10 }),
    }
  },
  'POST /api/v1/account/two-factor/stop': async (house, role) => {
    const [code] = await turnOn(house, role)
    return {
      ...post('account/two-factor/stop', { password, code }),
      effect: async () => like(await readTwoFactor(house.db, uidOf(house, role)), { isOn: false }),
    }
  },
} as const satisfies Partial<Asks<RouteCase>>

/** The asker's own account; for who has none, the creator's. */
function uidOf(house: House, role: Role): string {
  return (house.accountOf(role) ?? house.creator).uid
}

async function start(house: House, role: Role): Promise<string> {
  await house.db.updateTable('account').set({ passwordHash }).execute()
  const proof = { uid: uidOf(house, role), password, address: '192.0.2.1' }
  return (await startTwoFactor(house.ctx, proof)).secret
}

async function turnOn(house: House, role: Role): Promise<string[]> {
  return finishTwoFactor(house.ctx, uidOf(house, role), codeOf(await start(house, role)))
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

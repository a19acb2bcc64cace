/** How the role table asks for what keeps an account its owner's. For tests. */
import { randomBytes } from 'node:crypto'
import { replaceAccountLink } from '../../db/queries/account-links.ts'
import { hashPassword, isPassword } from '../../domain/accounts/passwords.ts'
import { hashToken, makeToken } from '../../domain/security/tokens.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Ask, Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { password } from './world.fixture.ts'
import type { House } from './world.fixture.ts'

const newPassword = 'tractor violin moss 7'
const passwordHash = await hashPassword(password)

export const securityAsks = {
  'POST /api/v1/account/password-reset/request': ({ db, creator }) => ({
    ...post('account/password-reset/request', { email: creator.email }),
    effect: async () => equals((await linksOf(db, creator.uid)).length, 1),
  }),
  'POST /api/v1/account/password-reset/finish': async (house) => {
    const token = await makeLink(house, 'reset-password', house.creator.email)
    return {
      ...post('account/password-reset/finish', { token, password: newPassword }),
      effect: () => holdPassword(house, house.creator.uid, 0),
    }
  },
  'POST /api/v1/account/password-reset/finish | with a link that was used': () =>
    post('account/password-reset/finish', { token: makeToken(), password: newPassword }),
  'POST /api/v1/account/change-password': async (house, role) => {
    await givePasswords(house)
    return {
      ...post('account/change-password', { currentPassword: password, password: newPassword }),
      effect: () => holdPassword(house, house.accountOf(role)!.uid, 1),
    }
  },
  'POST /api/v1/account/change-password | with a wrong password': async (house) => {
    await givePasswords(house)
    return post('account/change-password', { currentPassword: 'wrong', password: newPassword })
  },
  'POST /api/v1/account/change-email': async (house, role) => {
    await givePasswords(house)
    const email = newEmail()
    return {
      ...post('account/change-email', { email, password }),
      effect: async () => like(await linksOf(house.db, house.accountOf(role)!.uid), [{ email }]),
    }
  },
  'POST /api/v1/account/confirm-email': async (house) => {
    const email = newEmail()
    const token = await makeLink(house, 'confirm-email', email)
    return {
      ...post('account/confirm-email', { token }),
      async effect() {
        const { uid } = house.creator
        equals(await house.db.selectFrom('account').select('email').where('uid', '=', uid).execute(), [
          { email },
        ])
      },
    }
  },
  'GET /api/v1/account/sessions': () =>
    get('account/sessions', (body) => like(body, { sessions: [{ isCurrent: true }] })),
  'POST /api/v1/account/sessions/revoke': (house, role) =>
    revoke(house, house.accountOf(role)?.uid ?? house.creator.uid),
  'POST /api/v1/account/sessions/revoke | of the creator': (house) => revoke(house, house.creator.uid),
  'POST /api/v1/account/log-out-everywhere': (house, role) => ({
    ...post('account/log-out-everywhere', {}),
    effect: async () => equals(await sessionsOf(house.db, house.accountOf(role)!.uid), []),
  }),
} as const satisfies Partial<Asks<RouteCase>>

const newEmail = () => `${randomBytes(5).toString('hex')}@example.test`

async function revoke({ db }: House, uid: string): Promise<Ask> {
  const [session] = await sessionsOf(db, uid)
  return {
    ...post('account/sessions/revoke', { id: session!.id }),
    effect: async () => equals(await sessionsOf(db, uid), []),
  }
}

async function givePasswords({ db, supporter, creator, otherCreator, admin }: House): Promise<void> {
  const uids = [supporter, creator, otherCreator, admin].map(({ uid }) => uid)
  await db.updateTable('account').set({ passwordHash }).where('uid', 'in', uids).execute()
}

async function makeLink(
  { db, creator: { uid } }: House,
  kind: 'reset-password' | 'confirm-email',
  email: string,
) {
  const token = makeToken()
  const expiresAt = new Date(Date.now() + 60_000)
  await db
    .transaction()
    .execute((trx) => replaceAccountLink(trx, { tokenHash: hashToken(token)!, uid, kind, email, expiresAt }))
  return token
}

async function holdPassword({ db }: House, uid: string, sessions: number): Promise<void> {
  const { passwordHash } = await db
    .selectFrom('account')
    .select('passwordHash')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  equals(await isPassword(passwordHash, newPassword), true)
  equals((await sessionsOf(db, uid)).length, sessions)
}

function linksOf(db: House['db'], uid: string) {
  return db.selectFrom('accountLink').selectAll().where('uid', '=', uid).execute()
}

function sessionsOf(db: House['db'], uid: string) {
  return db.selectFrom('session').select('id').where('uid', '=', uid).execute()
}

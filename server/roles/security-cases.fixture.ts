/** Requests for passwords, email and sessions that `role-table.test.ts` sends as each role. */
import { randomBytes } from 'node:crypto'
import { findAccount, updateAccount } from '../../db/queries/accounts.ts'
import { insertSensitiveChange } from '../../db/queries/sensitive-changes.ts'
import { insertAccountLink } from '../../db/queries/account-links.ts'
import { isPassword } from '../../domain/accounts/passwords.ts'
import { hashToken, makeToken } from '../../domain/security/tokens.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { password } from './world.fixture.ts'
import type { World } from './world.fixture.ts'

const newPassword = 'tractor violin moss 7'

export const securityCases = {
  'POST /api/v1/account/password-reset/request': ({ db, creator }) => ({
    ...post('account/password-reset/request', { email: creator.email }),
    effect: async () => equals((await linksOf(db, creator.uid)).length, 1),
  }),
  'POST /api/v1/account/password-reset/finish': async (world) => {
    const token = await makeLink(world, 'reset-password', world.creator.email)
    return {
      ...post('account/password-reset/finish', { token, password: newPassword }),
      effect: () => holdPassword(world, world.creator.uid, 0),
    }
  },
  'POST /api/v1/account/password-reset/finish | with a link that was used': () =>
    post('account/password-reset/finish', { token: makeToken(), password: newPassword }),
  'POST /api/v1/account/change-password': (world, role) => ({
    ...post('account/change-password', { password: newPassword }),
    effect: () => holdPassword(world, world.uidOf(role), 1),
  }),
  'POST /api/v1/account/confirm': (world, role) => ({
    ...post('account/confirm', { password }),
    effect: async () => like(await sessionsOf(world.db, world.uidOf(role)), [{ confirmedBy: 'password' }]),
  }),
  'POST /api/v1/account/confirm | with a wrong password': () => ({
    ...post('account/confirm', { password: 'wrong' }),
    marks: ['account_event'],
  }),
  'GET /api/v1/account/confirmation': () =>
    get('account/confirmation', (body) => equals(body, { isConfirmed: true })),
  'POST /api/v1/account/change-email': (world, role) => {
    const email = newEmail()
    return {
      ...post('account/change-email', { email }),
      effect: async () => like(await linksOf(world.db, world.uidOf(role)), [{ email }]),
    }
  },
  'POST /api/v1/account/undo-change': async (world) => {
    const { uid, email } = world.creator
    const token = await makeUndo(world, email)
    await updateAccount(world.db, uid, { email: newEmail() })
    return {
      ...post('account/undo-change', { token }),
      async effect() {
        like((await findAccount(world.db, uid))!, { email, passwordHash: null })
        equals(await sessionsOf(world.db, uid), [])
      },
    }
  },
  'POST /api/v1/account/undo-change | with a link that was used': () =>
    post('account/undo-change', { token: makeToken() }),
  'POST /api/v1/account/confirm-email': async (world) => {
    const email = newEmail()
    const token = await makeLink(world, 'confirm-email', email)
    return {
      ...post('account/confirm-email', { token }),
      effect: async () => equals((await findAccount(world.db, world.creator.uid))?.email, email),
    }
  },
  'GET /api/v1/account/sessions': () =>
    get('account/sessions', (body) => like(body, { sessions: [{ isCurrent: true }] })),
  'GET /api/v1/account/events': () =>
    get('account/events', (body) => like(body, { events: [{ kind: 'log-in' }], next: null })),
  'POST /api/v1/account/sessions/revoke': (world, role) => revoke(world, world.uidOf(role)),
  'POST /api/v1/account/sessions/revoke | of the creator': (world) => revoke(world, world.creator.uid),
  'POST /api/v1/account/log-out-everywhere': (world, role) => ({
    ...post('account/log-out-everywhere', {}),
    effect: async () => equals(await sessionsOf(world.db, world.uidOf(role)), []),
  }),
} as const satisfies Partial<Cases<RouteCase>>

const newEmail = () => `${randomBytes(5).toString('hex')}@example.test`

async function revoke({ db }: World, uid: string): Promise<Attempt> {
  const [session] = await sessionsOf(db, uid)
  return {
    ...post('account/sessions/revoke', { id: session!.id }),
    effect: async () => equals(await sessionsOf(db, uid), []),
  }
}

async function makeLink(
  { db, creator: { uid } }: World,
  kind: 'reset-password' | 'confirm-email',
  email: string,
) {
  const token = makeToken()
  const expiresAt = new Date(Date.now() + 60_000)
  await db
    .transaction()
    .execute((trx) => insertAccountLink(trx, { tokenHash: hashToken(token)!, uid, kind, email, expiresAt }))
  return token
}

async function makeUndo({ db, creator: { uid } }: World, email: string) {
  const token = makeToken()
  const change = { kind: 'email', before: { email } } as const
  const expiresAt = new Date(Date.now() + 60_000)
  await db
    .transaction()
    .execute((trx) => insertSensitiveChange(trx, { uid, change, tokenHash: hashToken(token)!, expiresAt }))
  return token
}

async function holdPassword({ db }: World, uid: string, sessions: number): Promise<void> {
  const account = await findAccount(db, uid)
  equals(await isPassword(account!.passwordHash, newPassword), true)
  equals((await sessionsOf(db, uid)).length, sessions)
}

function linksOf(db: World['db'], uid: string) {
  return db.selectFrom('accountLink').selectAll().where('uid', '=', uid).execute()
}

function sessionsOf(db: World['db'], uid: string) {
  return db.selectFrom('session').select(['id', 'confirmedBy']).where('uid', '=', uid).execute()
}

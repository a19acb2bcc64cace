/** How the role table asks for what a person may do with its data. For tests. */
import { sql } from 'kysely'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Ask, Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { password } from './world.fixture.ts'
import type { House } from './world.fixture.ts'

const passwordHash = await hashPassword(password)

async function givePasswords({ db }: House): Promise<void> {
  await db.updateTable('account').set({ passwordHash }).execute()
}

export const dataAsks = {
  'POST /api/v1/account/delete': async (house, role) => {
    await givePasswords(house)
    return {
      ...post('account/delete', { password }),
      async effect() {
        const { uid } = house.accountOf(role)!
        const row = await house.db
          .selectFrom('account')
          .select(sql<boolean>`deletion_due_at is not null`.as('isMarked'))
          .where('uid', '=', uid)
          .executeTakeFirst()
        equals(row, { isMarked: true })
      },
    }
  },
  'POST /api/v1/account/delete | with a wrong password': async (house) => {
    await givePasswords(house)
    return post('account/delete', { password: 'wrong' })
  },
  'GET /api/v1/account/data-export': async (house, role) => {
    const id = await keepExport(house, house.accountOf(role)?.uid ?? house.creator.uid)
    return get('account/data-export', (body) => like(body, { dataExport: { id, status: 'ready' } }))
  },
  'POST /api/v1/account/data-export/start': (house, role) => ({
    ...post('account/data-export/start', {}),
    async effect() {
      const { uid } = house.accountOf(role)!
      const rows = await house.db.selectFrom('dataExport').select('status').where('uid', '=', uid).execute()
      equals(rows, [{ status: 'waiting' }])
    },
  }),
  'GET /api/v1/account/data-export/:id/download': (house, role) =>
    download(house, house.accountOf(role)?.uid ?? house.creator.uid),
  'GET /api/v1/account/data-export/:id/download | of the creator': (house) =>
    download(house, house.creator.uid),
} as const satisfies Partial<Asks<RouteCase>>

const content = 'all that is kept'

async function download(house: House, uid: string): Promise<Ask> {
  const id = await keepExport(house, uid)
  return get(`account/data-export/${id}/download`, (body) => equals(body, content))
}

/** An export that is ready. */
async function keepExport({ db, ctx }: House, uid: string): Promise<string> {
  const { id } = await db
    .insertInto('dataExport')
    .values({ uid, status: 'ready', progress: 100, sizeBytes: content.length, finishedAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.storage.put(`private/export-${id}.zip`, Buffer.from(content), 'application/zip')
  return id
}

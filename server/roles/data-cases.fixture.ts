/** Requests for data exports and account deletion that `role-table.test.ts` sends as each role. */
import { findAccount } from '../../db/queries/accounts.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

export const dataCases = {
  'POST /api/v1/account/delete': (world, role) => ({
    ...post('account/delete', {}),
    async effect() {
      const row = await findAccount(world.db, world.uidOf(role))
      equals(row!.deletionDueAt !== null, true)
    },
  }),
  'GET /api/v1/account/data-export': async (world, role) => {
    const id = await buildExport(world, world.uidOf(role))
    return get('account/data-export', (body) => like(body, { dataExport: { id, status: 'ready' } }))
  },
  'POST /api/v1/account/data-export/start': (world, role) => ({
    ...post('account/data-export/start', {}),
    async effect() {
      const exported = world.db.selectFrom('dataExport').select('status')
      const rows = await exported.where('uid', '=', world.uidOf(role)).execute()
      equals(rows, [{ status: 'waiting' }])
    },
  }),
  'GET /api/v1/account/data-export/:id/download': (world, role) => download(world, world.uidOf(role)),
  'GET /api/v1/account/data-export/:id/download | of the creator': (world) =>
    download(world, world.creator.uid),
} as const satisfies Partial<Cases<RouteCase>>

const content = 'all that is kept'

async function download(world: World, uid: string): Promise<Attempt> {
  const id = await buildExport(world, uid)
  return get(`account/data-export/${id}/download`, (body) => equals(body, content))
}

/** Stores an export that is ready to download; returns its id. */
async function buildExport({ db, ctx }: World, uid: string): Promise<string> {
  const { id } = await db
    .insertInto('dataExport')
    .values({ uid, status: 'ready', progress: 100, sizeBytes: content.length, finishedAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.storage.put(`private/export-${id}.zip`, Buffer.from(content), 'application/zip')
  return id
}

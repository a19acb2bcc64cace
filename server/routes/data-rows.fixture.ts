/** Requests for data exports and account deletion that `server/roles.test.ts` sends as each role. */
import { get, row } from '../roles/case.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

export const dataRows: Rows = {
  'GET account/data-export/:id/download | of the creator': row(
    { supporter: 404, moderator: 404, otherCreator: 404, admin: 404 },
    (world) => download(world, world.creator.uid),
  ),
}

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

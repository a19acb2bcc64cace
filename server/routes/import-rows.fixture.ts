/** Requests for imports of earlier tips that `server/roles.test.ts` sends as each role. */
import { findImport } from '../../db/queries/imports/imports.ts'
import { buildCheckedImport } from '../../domain/imports/imports.fixture.ts'
import { owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

export const importRows: Rows = {
  'POST account/imports/start': row(owned, async (world) => {
    const importId = await plant(world)
    return {
      ...post('account/imports/start', { importId, inBoards: true, inTotals: false, rates: {} }),
      effect: async () =>
        like(await findImport(world.db, world.creator.uid, importId), { state: 'importing' }),
    }
  }),
  'POST account/imports/remove': row(owned, async (world) => {
    const importId = await plant(world)
    return {
      ...post('account/imports/remove', { importId }),
      effect: async () =>
        like(await findImport(world.db, world.creator.uid, importId), { state: 'removing' }),
    }
  }),
}

const plant = ({ db, creator: { uid } }: World) => buildCheckedImport(db, uid)

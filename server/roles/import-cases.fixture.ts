/** Requests for imports of earlier tips that `role-table.test.ts` sends as each role. */
import type { ImportMapping } from '../../contract/tip-import.ts'
import { findImport } from '../../db/queries/imports.ts'
import { buildCheckedImport } from '../../domain/imports/imports.fixture.ts'
import { readImports } from '../../domain/imports/imports.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

const file = 'When,What,Who\n2024-05-01 10:00,5.00,Jo\n2024-05-01 11:00,none,Mia\n'
const mapping = {
  time: 0,
  amount: 1,
  name: 2,
  delimiter: 'comma',
  dateOrder: 'dmy',
  decimalMark: 'point',
  inCurrency: 'gbp',
} as const satisfies ImportMapping
const query = new URLSearchParams(
  Object.entries(mapping).map(([name, value]): [string, string] => [name, String(value)]),
)

export const importCases = {
  'GET /api/v1/account/imports': async (world, role) => {
    await plant(world)
    return get('account/imports', (body) =>
      equals((body as { imports: object[] }).imports.length, role === 'creator' ? 1 : 0),
    )
  },
  'POST /api/v1/account/imports/guess': () => ({
    ...post('account/imports/guess', formOf('When,What,Who\n2024-05-01 10:00,5.00,Jo\n')),
    effect: ({ body }) =>
      like(body, { columns: [{ name: 'When' }, {}, {}], mapping: { time: 0, amount: 1 } }),
  }),
  'POST /api/v1/account/imports/check': (world, role) => ({
    ...post(`account/imports/check?${query}&fileName=tips.csv&source=other`, formOf(file)),
    effect: async () =>
      like(await readImports(world.db, world.uidOf(role)), { imports: [{ summary: { fresh: 1, bad: 1 } }] }),
  }),
  'GET /api/v1/account/imports/tips': async (world, role) =>
    get(`account/imports/tips?importId=${await plant(world)}`, (body) =>
      equals((body as { tips: object[] }).tips.length, role === 'creator' ? 1 : 0),
    ),
  'GET /api/v1/account/imports/bad-lines': async (world, role) =>
    get(`account/imports/bad-lines?importId=${await plant(world)}`, (body) =>
      equals((body as { lines: object[] }).lines.length, role === 'creator' ? 1 : 0),
    ),
  'POST /api/v1/account/imports/start': async (world) => {
    const importId = await plant(world)
    return {
      ...post('account/imports/start', { importId, inBoards: true, inTotals: false, rates: {} }),
      effect: async () =>
        like(await findImport(world.db, world.creator.uid, importId), { state: 'importing' }),
    }
  },
  'POST /api/v1/account/imports/remove': async (world) => {
    const importId = await plant(world)
    return {
      ...post('account/imports/remove', { importId }),
      effect: async () =>
        like(await findImport(world.db, world.creator.uid, importId), { state: 'removing' }),
    }
  },
} as const satisfies Partial<Cases<RouteCase>>

const plant = ({ db, creator: { uid } }: World) => buildCheckedImport(db, uid)

function formOf(text: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([text]), 'tips.csv')
  return form
}

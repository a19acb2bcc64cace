/** Requests for profiles that `role-table.test.ts` sends as each role. */
import { randomBytes } from 'node:crypto'
import type { RouteCase } from '../role-table.ts'
import { post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

/** Each request changes the account of the role that sends it, and no other. */
export const profileCases = {
  'POST /api/v1/account/update-profile': (world, role) =>
    change(world, role, 'update-profile', { bio: 'Clay.' }, { bio: 'Clay.' }),
  'POST /api/v1/account/update-profile | with tags': (world, role) => ({
    ...post('account/update-profile', { selectedTags: ['music'] }),
    async effect() {
      const tagged = await world.db
        .selectFrom('creatorTag')
        .select('creatorUid')
        .where('tag', '=', 'music')
        .execute()
      const uid = world.uidOf(role)
      equals(tagged.filter(({ creatorUid }) => creatorUid === uid).length, 1)
    },
  }),
  'POST /api/v1/account/change-user-name': (world, role) => {
    const userName = `name_${randomBytes(5).toString('hex')}`
    return change(world, role, 'change-user-name', { customUserName: userName }, { userName })
  },
  'POST /api/v1/account/become-creator': (world, role) =>
    change(world, role, 'become-creator', {}, { accountType: 1 }),
  'POST /api/v1/account/change-currency': (world, role) =>
    change(world, role, 'change-currency', { currency: 'usd' }, { currency: 'usd' }),
} as const satisfies Partial<Cases<RouteCase>>

function change(
  world: World,
  role: Parameters<World['accountOf']>[0],
  call: string,
  body: object,
  columns: object,
): Attempt {
  return {
    ...post(`account/${call}`, body),
    async effect() {
      const uid = world.uidOf(role)
      const row = await world.db
        .selectFrom('account')
        .selectAll()
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
      equals({ ...row, ...columns }, row)
      const others = [world.supporter, world.creator, world.otherCreator, world.admin].filter(
        (it) => it.uid !== uid,
      )
      for (const other of others)
        equals(
          await world.db.selectFrom('account').selectAll().where('uid', '=', other.uid).executeTakeFirst(),
          other,
        )
    },
  }
}

/** Requests for profiles that `server/roles.test.ts` sends as each role. */
import { post, row } from '../roles/case.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

/** Each request changes the account of the role that sends it, and no other. */
export const profileRows: Rows = {
  'POST account/update-profile | with tags': row(
    { supporter: 403, moderator: 403, admin: 403 },
    (world, role) => ({
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
  ),
  'POST account/become-creator': row({}, (world, role) =>
    change(world, role, 'become-creator', {}, { accountType: 1 }),
  ),
  'POST account/change-currency': row({ creator: 409 }, (world, role) =>
    change(world, role, 'change-currency', { currency: 'usd' }, { currency: 'usd' }),
  ),
}

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

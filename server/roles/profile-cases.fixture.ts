/** How the role table asks for what an account says about itself. For tests. */
import { randomBytes } from 'node:crypto'
import type { RouteCase } from '../role-table.ts'
import { post } from './case.fixture.ts'
import type { Ask, Asks } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

/** Each changes the asker's own account and nobody else's. */
export const profileAsks = {
  'POST /api/v1/account/update-profile': (house, role) =>
    change(house, role, 'update-profile', { bio: 'Clay.' }, { bio: 'Clay.' }),
  'POST /api/v1/account/update-profile | with tags': (house, role) => ({
    ...post('account/update-profile', { selectedTags: ['music'] }),
    async effect() {
      const tagged = await house.db
        .selectFrom('creatorTag')
        .select('creatorUid')
        .where('tag', '=', 'music')
        .execute()
      const { uid } = house.accountOf(role)!
      equals(tagged.filter(({ creatorUid }) => creatorUid === uid).length, 1)
    },
  }),
  'POST /api/v1/account/change-user-name': (house, role) => {
    const userName = `name_${randomBytes(5).toString('hex')}`
    return change(house, role, 'change-user-name', { customUserName: userName }, { userName })
  },
  'POST /api/v1/account/become-creator': (house, role) =>
    change(house, role, 'become-creator', {}, { accountType: 1 }),
  'POST /api/v1/account/change-currency': (house, role) =>
    change(house, role, 'change-currency', { currency: 'usd' }, { currency: 'usd' }),
} as const satisfies Partial<Asks<RouteCase>>

function change(
  house: House,
  role: Parameters<House['accountOf']>[0],
  call: string,
  body: object,
  columns: object,
): Ask {
  return {
    ...post(`account/${call}`, body),
    async effect() {
      const { uid } = house.accountOf(role)!
      const row = await house.db
        .selectFrom('account')
        .selectAll()
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
      equals({ ...row, ...columns }, row)
      const others = [house.supporter, house.creator, house.otherCreator, house.admin].filter(
        (it) => it.uid !== uid,
      )
      for (const other of others)
        equals(
          await house.db.selectFrom('account').selectAll().where('uid', '=', other.uid).executeTakeFirst(),
          other,
        )
    },
  }
}

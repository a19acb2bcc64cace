/** Requests for passwords, email and sessions that `server/roles.test.ts` sends as each role. */
import { post, row } from '../roles/case.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

export const securityRows: Rows = {
  'POST account/sessions/revoke | of the creator': row(
    { supporter: 404, moderator: 404, otherCreator: 404, admin: 404 },
    (world) => revoke(world, world.creator.uid),
  ),
}

async function revoke({ db }: World, uid: string): Promise<Attempt> {
  const [session] = await sessionsOf(db, uid)
  return {
    ...post('account/sessions/revoke', { id: session!.id }),
    effect: async () => equals(await sessionsOf(db, uid), []),
  }
}

function sessionsOf(db: World['db'], uid: string) {
  return db.selectFrom('session').select(['id', 'confirmedBy']).where('uid', '=', uid).execute()
}

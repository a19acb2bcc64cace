/** Requests for passkeys that `server/roles.test.ts` sends as each role. Each passkey has its own authenticator. */
import type { PasskeyRow } from '../../db/account-tables.ts'
import { insertPasskey, listPasskeys } from '../../db/queries/accounts/passkeys.ts'
import { openAuthenticator } from '../../domain/accounts/authenticator.fixture.ts'
import type { Authenticator } from '../../domain/accounts/authenticator.fixture.ts'
import { startPasskey } from '../../domain/accounts/passkeys.ts'
import { verifyNewPasskey } from '../../domain/accounts/verify-passkey.ts'
import { post, row } from '../roles/case.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

export const passkeyRows: Rows = {
  'POST account/passkeys/rename | of the creator': row(
    { supporter: 404, moderator: 404, otherCreator: 404, admin: 404 },
    (world) => rename(world, world.creator.uid),
  ),
  'POST account/passkeys/remove | of the creator': row(
    { supporter: 404, moderator: 404, otherCreator: 404, admin: 404 },
    (world) => remove(world, world.creator.uid),
  ),
}

async function rename(world: World, uid: string): Promise<Attempt> {
  const { id } = (await addPasskey(world, uid)).passkey
  return {
    ...post('account/passkeys/rename', { id, name: 'Blue key' }),
    effect: async () => like(await listPasskeys(world.db, uid), [{ name: 'Blue key' }]),
  }
}

async function remove(world: World, uid: string): Promise<Attempt> {
  const { id } = (await addPasskey(world, uid)).passkey
  return {
    ...post('account/passkeys/remove', { id }),
    effect: async () => equals(await listPasskeys(world.db, uid), []),
  }
}

function openDevice({ ctx }: World): Authenticator {
  return openAuthenticator({ origin: new URL(ctx.config.publicUrl).origin })
}

/** Gives an account a passkey. */
async function addPasskey(
  world: World,
  uid: string,
): Promise<{ device: Authenticator; passkey: PasskeyRow }> {
  const device = openDevice(world)
  const { options } = await startPasskey(world.ctx, { uid, token: 'a session' })
  const key = await verifyNewPasskey(world.ctx, device.create(options), options.challenge)
  return { device, passkey: (await insertPasskey(world.db, { ...key, uid, name: 'My phone' }))! }
}

/** Requests for a creator's chats that `server/roles.test.ts` sends as each role. */
import { saveCensorAction } from '../../db/queries/moderation/word-settings.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import { connectingConfirmed } from '../../domain/accounts/record-connection.ts'
import { openConfirmedSession } from '../../domain/accounts/session.fixture.ts'
import { connectDiscord } from '../../domain/chat/platforms/discord/connect.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

export const chatRows: Rows = {
  'POST account/chat-test': row(owned, async (world) => {
    await connectFor(world)
    return {
      ...post('account/chat-test', { platform: 'discord' }),
      effect: async () => equals(await listTests(world), [{ destination: 'chat-discord', status: 'due' }]),
    }
  }),
  'GET account/blocked-words': row({}, async (world, role) => {
    await blockFor(world)
    return get('account/blocked-words', (body) => equals(body, { words: role === 'creator' ? ['clay'] : [] }))
  }),
  'GET account/censor-settings': row({}, async ({ db, creator }, role) => {
    await saveCensorAction(db, creator.uid, 'hold')
    return get('account/censor-settings', (body) =>
      equals(body, { action: role === 'creator' ? 'hold' : 'mask' }),
    )
  }),
  'POST account/save-censor-settings': row({}, (world, role) => ({
    ...post('account/save-censor-settings', { action: 'leave-out' }),
    async effect({ body }) {
      equals(body, { action: 'leave-out' })
      const rows = await world.db
        .selectFrom('account')
        .select('uid')
        .where('uid', 'in', [world.uidOf(role), world.creator.uid])
        .where('censorAction', '=', 'leave-out')
        .execute()
      equals(rows, [{ uid: world.uidOf(role) }])
    },
  })),
}

const listTests = ({ db, creator }: World) =>
  db.selectFrom('delivery').select(['destination', 'status']).where('creatorUid', '=', creator.uid).execute()

async function blockFor({ db, creator }: World): Promise<void> {
  await db.insertInto('blockedWord').values({ uid: creator.uid, word: 'clay' }).execute()
}

/** Connects a Discord channel to the creator. */
async function connectFor({ ctx, creator, sandbox }: World): Promise<void> {
  const { url } = await control<{ url: string }>(sandbox, '/discord/control/webhooks', { channel: 'roles' })
  await connectDiscord(ctx, connectingConfirmed(ctx, await openConfirmedSession(ctx.db, creator.uid)), url)
}

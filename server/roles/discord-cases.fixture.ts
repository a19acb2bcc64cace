/** Requests for a creator's Discord channel that `role-table.test.ts` sends as each role. */
import { findConnection } from '../../db/queries/connections.ts'
import { connectDiscord } from '../../domain/chat/connect-discord.ts'
import { control, read } from '../../sandbox/sandbox.fixture.ts'
import type { Role } from '../outcomes.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

export const discordCases = {
  'GET /api/v1/account/discord/status': async (world, role) => {
    await connectFor(world)
    const isConnected = role === 'creator'
    return get('account/discord/status', (body) =>
      equals(body, { connected: isConnected, name: isConnected ? 'Tips' : null }),
    )
  },
  'POST /api/v1/account/discord/connect': async (world, role) => ({
    ...post('account/discord/connect', { address: await makeWebhook(world) }),
    effect: async () => equals(await connectedOf(world, role), true),
  }),
  'POST /api/v1/account/discord/connect | elsewhere': () =>
    post('account/discord/connect', { address: 'https://evil.example/api/webhooks/1/2' }),
  'POST /api/v1/account/discord/test': async (world) => {
    await connectFor(world)
    const before = await countLines(world)
    return {
      ...post('account/discord/test', {}),
      effect: async () => equals(await countLines(world), before + 1),
    }
  },
  'POST /api/v1/account/discord/disconnect': async (world, role) => {
    await connectFor(world)
    return {
      ...post('account/discord/disconnect', {}),
      effect: async () => equals(await connectedOf(world, 'creator'), role !== 'creator'),
    }
  },
} as const satisfies Partial<Cases<RouteCase>>

const channel = 'role-table'

async function makeWebhook({ sandbox }: World): Promise<string> {
  return (await control<{ url: string }>(sandbox, '/discord/control/webhooks', { channel })).url
}

async function countLines({ sandbox }: World): Promise<number> {
  return (await read<unknown[]>(sandbox, `/discord/channel/${channel}/messages`)).length
}

/** Connects a Discord channel to the creator. */
export async function connectFor(world: World): Promise<void> {
  await connectDiscord(world.ctx, world.creator.uid, await makeWebhook(world))
}

async function connectedOf({ db, uidOf }: World, role: Role): Promise<boolean> {
  return (await findConnection(db, uidOf(role), 'discord')) !== undefined
}

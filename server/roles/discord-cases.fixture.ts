/** How the role table asks for a creator's Discord channel. For tests. */
import { connectDiscord } from '../../domain/chat/connect-discord.ts'
import type { Role, RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

export const discordAsks = {
  'GET /api/v1/account/discord/status': async (house, role) => {
    await connectFor(house)
    const isConnected = role === 'creator'
    return get('account/discord/status', (body) =>
      equals(body, { connected: isConnected, name: isConnected ? 'Tips' : null }),
    )
  },
  'POST /api/v1/account/discord/connect': async (house, role) => ({
    ...post('account/discord/connect', { address: await makeWebhook(house) }),
    effect: async () => equals(await connectedOf(house, role), true),
  }),
  'POST /api/v1/account/discord/connect | by another address': () =>
    post('account/discord/connect', { address: 'https://evil.example/api/webhooks/1/2' }),
  'POST /api/v1/account/discord/test': async (house) => {
    await connectFor(house)
    const before = await countLines(house)
    return {
      ...post('account/discord/test', {}),
      effect: async () => equals(await countLines(house), before + 1),
    }
  },
  'POST /api/v1/account/discord/disconnect': async (house, role) => {
    await connectFor(house)
    return {
      ...post('account/discord/disconnect', {}),
      effect: async () => equals(await connectedOf(house, 'creator'), role !== 'creator'),
    }
  },
} as const satisfies Partial<Asks<RouteCase>>

const channel = 'role-table'

/** The sandbox's address stands in the configuration. */
function sandboxOf({ ctx }: House): string {
  return new URL(ctx.config.discord!.apiUrl).origin
}

async function makeWebhook(house: House): Promise<string> {
  const answer = await fetch(`${sandboxOf(house)}/discord/control/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel }),
  })
  return ((await answer.json()) as { url: string }).url
}

async function countLines(house: House): Promise<number> {
  const answer = await fetch(`${sandboxOf(house)}/discord/channel/${channel}/messages`)
  return ((await answer.json()) as unknown[]).length
}

async function connectFor(house: House): Promise<void> {
  await connectDiscord(house.ctx, house.creator.uid, await makeWebhook(house))
}

async function connectedOf({ db, accountOf }: House, role: Role): Promise<boolean> {
  const { uid } = accountOf(role)!
  const query = db.selectFrom('platformConnection').select('uid').where('platform', '=', 'discord')
  return (await query.where('uid', '=', uid).execute()).length > 0
}

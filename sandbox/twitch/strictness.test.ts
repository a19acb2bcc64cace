/** What Twitch does to a bot that is not a moderator everywhere, whose channels change, or whose connection is dead. */
import { expect } from 'vitest'
import { control, read } from '../sandbox.fixture.ts'
import type { Sandbox } from '../start.ts'
import { soon, test } from '../test.fixture.ts'
import { connect } from './chat.fixture.ts'

interface ChatState {
  violations: Record<string, number>
  connections: { login: string; channels: string[] }[]
}

const state = (sandbox: Sandbox) => read<ChatState>(sandbox, '/twitch/control/state')
const joined = async (sandbox: Sandbox) =>
  (await state(sandbox)).connections.flatMap(({ channels }) => channels)
const texts = async (sandbox: Sandbox, channel: string) =>
  (await read<{ text: string }[]>(sandbox, `/twitch/channel/${channel}/messages`)).map(({ text }) => text)

async function openChannels(sandbox: Sandbox, channels: string[], settings: object = {}): Promise<void> {
  for (const login of channels) {
    await control(sandbox, '/twitch/control/grant', { login })
    await control(sandbox, '/twitch/control/channels', { channel: login, ...settings })
  }
}

test('refuses a join above the limit of channels, and allows it after a part or as a moderator', async ({
  sandbox,
}) => {
  await openChannels(sandbox, ['ada', 'bea', 'cleo'], { mod: false })
  await openChannels(sandbox, ['mira'])
  await control(sandbox, '/twitch/control/limits', { maxChannels: 2 })
  await using bot = await connect(sandbox)

  for (const channel of ['ada', 'bea', 'cleo', 'mira']) await bot.client.join(channel).catch(() => {})

  await soon(() => joined(sandbox)).toEqual(['ada', 'bea', 'mira'])
  await soon(() => bot.answers).toEqual([
    { command: 'NOTICE', channel: '#cleo', msgId: 'msg_concurrent_channel_limit_reached' },
  ])
  expect((await state(sandbox)).violations).toMatchObject({ channels: 1 })
  await bot.client.part('ada')
  await bot.client.join('cleo')
  await soon(() => joined(sandbox)).toEqual(['bea', 'mira', 'cleo'])
})

test('a VIP has the rate limits of a moderator, but counts toward the limit of channels', async ({
  sandbox,
}) => {
  await openChannels(sandbox, ['ada', 'bea'], { mod: false, vip: true })
  await control(sandbox, '/twitch/control/limits', { maxChannels: 1 })
  await using bot = await connect(sandbox)

  await bot.client.join('ada')
  await bot.client.join('bea').catch(() => {})
  for (const text of ['same', 'same']) await bot.client.say('ada', text)

  await soon(() => texts(sandbox, 'ada')).toEqual(['same', 'same'])
  expect(await joined(sandbox)).toEqual(['ada'])
})

test('a dropped join gets no answer', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  await using bot = await connect(sandbox)
  await control(sandbox, '/twitch/control/faults', { fault: 'drop-join' })

  await expect(bot.client.join('ada')).rejects.toBe('No response from Twitch.')
  await bot.client.join('ada')

  await soon(() => joined(sandbox)).toEqual(['ada'])
})

test('a half-open connection takes lines and shows none, and others work', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  await using dead = await connect(sandbox)
  await control(sandbox, '/twitch/control/faults', { fault: 'half-open' })
  await using bot = await connect(sandbox)

  await dead.client.say('ada', 'lost')
  await bot.client.say('ada', 'shown')

  await soon(() => texts(sandbox, 'ada')).toEqual(['shown'])
  expect(dead.client.readyState()).toBe('OPEN')
})

test('a renamed channel keeps its id, and its old name does not answer', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  await using bot = await connect(sandbox)
  await bot.client.join('ada')

  await control(sandbox, '/twitch/control/rename', { login: 'ada', to: 'ada_live' })

  await expect(bot.client.join('ada')).rejects.toBe('No response from Twitch.')
  await bot.client.join('ada_live')
  await bot.client.say('ada_live', 'hello again')
  await soon(() => texts(sandbox, 'ada_live')).toEqual(['hello again'])
})

test('in a Shared Chat session a message reaches the other chats, with its origin', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada', 'bea'])
  await using bot = await connect(sandbox)
  const received: Record<string, unknown>[] = []
  bot.client.on('raw_message', (message) => {
    const { command, params, tags } = message as unknown as {
      command: string
      params: string[]
      tags: Record<string, unknown>
    }
    if (command === 'PRIVMSG')
      received.push({ to: params[0], isFromElsewhere: tags['source-room-id'] !== tags['room-id'] })
  })
  for (const channel of ['ada', 'bea']) await bot.client.join(channel)
  await control(sandbox, '/twitch/control/shared-chat', { channels: ['ada', 'bea'] })

  await bot.client.say('ada', 'Grace just tipped £7')

  await soon(() => received).toEqual([{ to: '#bea', isFromElsewhere: true }])
  await soon(() => bot.answers).toEqual([{ command: 'USERSTATE', channel: '#ada' }])
})

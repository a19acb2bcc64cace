import { DiscordAPIError, REST, RateLimitError } from '@discordjs/rest'
import { expect } from 'vitest'
import type { ChatLine } from '../chat-page.ts'
import { control, postForm, read } from '../sandbox.fixture.ts'
import type { Sandbox } from '../start.ts'
import { test } from '../test.fixture.ts'

interface Made {
  id: string
  token: string
  url: string
}

function openRest(sandbox: Sandbox): REST {
  return new REST({
    api: sandbox.env.DISCORD_API_URL!,
    version: '10',
    retries: 0,
    rejectOnRateLimit: () => true,
  })
}

const pathOf = ({ id, token }: Omit<Made, 'url'>) => `/webhooks/${id}/${token}` as const
const make = (sandbox: Sandbox, channel: string) =>
  control<Made>(sandbox, '/discord/control/webhooks', { channel })
const messagesOf = async (sandbox: Sandbox, channel: string) =>
  (await read<ChatLine[]>(sandbox, `/discord/channel/${channel}/messages`)).map(({ text }) => text)
const wait = new URLSearchParams({ wait: 'true' })
const write = (rest: REST, webhook: Made, content: string, more: object = {}) =>
  rest.post(pathOf(webhook), { auth: false, query: wait, body: { content, ...more } })

test('shows a webhook, and posts messages into its channel', async ({ sandbox }) => {
  const webhook = await make(sandbox, 'tips')
  const rest = openRest(sandbox)

  expect(await rest.get(pathOf(webhook), { auth: false })).toMatchObject({
    id: webhook.id,
    name: 'Tips',
    type: 1,
  })
  expect(await write(rest, webhook, 'Grace just tipped')).toMatchObject({
    content: 'Grace just tipped',
    webhook_id: webhook.id,
  })

  expect(await messagesOf(sandbox, 'tips')).toEqual(['Grace just tipped'])
  expect(webhook.url).toBe(`${sandbox.env.DISCORD_API_URL}/webhooks/${webhook.id}/${webhook.token}`)
})

test('pings @everyone unless allowed_mentions forbids it', async ({ sandbox }) => {
  const webhook = await make(sandbox, 'tips')
  const rest = openRest(sandbox)

  expect(await write(rest, webhook, '@everyone look')).toMatchObject({ mention_everyone: true })
  const silent = { allowed_mentions: { parse: [] } }
  expect(await write(rest, webhook, '@everyone look', silent)).toMatchObject({ mention_everyone: false })
})

test.for([
  ['another token', (one: Made) => ({ ...one, token: `${one.token}x` }), 'hi', 401, 50027],
  ['an unknown webhook', (one: Made) => ({ ...one, id: '1234567890123456789' }), 'hi', 404, 10015],
  ['an empty message', (one: Made) => one, '  ', 400, 50006],
  ['a long message', (one: Made) => one, 'x'.repeat(2001), 400, 50035],
] as const)('answers %s with Discord’s error', async ([_, change, content, status, code], { sandbox }) => {
  const webhook = change(await make(sandbox, 'tips'))

  const refusal = await write(openRest(sandbox), webhook, content).catch((error: unknown) => error)

  expect(refusal).toBeInstanceOf(DiscordAPIError)
  expect(refusal).toMatchObject({ status, code })
})

test('answers 404 for a deleted webhook', async ({ sandbox }) => {
  const webhook = await make(sandbox, 'tips')
  expect(await control(sandbox, '/discord/control/delete', { channel: 'tips' })).toEqual({ deleted: 1 })
  await expect(write(openRest(sandbox), webhook, 'hi')).rejects.toMatchObject({ status: 404, code: 10015 })
})

test('answers 429 with Retry-After to the sixth request within two seconds', async ({ sandbox }) => {
  const { url } = await make(sandbox, 'tips')
  const post = () =>
    fetch(url.replace('/api/', '/api/v10/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'hi' }),
    })
  const answers: Response[] = []
  for (let i = 0; i < 6; i++) answers.push(await post())

  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 429])
  expect(answers[4]!.headers.get('x-ratelimit-remaining')).toBe('0')
  const last = answers[5]!
  expect(last.headers.get('retry-after')).toMatch(/^[12]$/)
  expect(await last.json()).toMatchObject({ retry_after: expect.any(Number), global: false })
  const state = await read<{ violations: object }>(sandbox, '/discord/control/state')
  expect(state.violations).toEqual({ user: 1, shared: 0, global: 0 })
})

test('allows thirty messages a minute into a channel, across its webhooks', async ({ sandbox }) => {
  const rest = openRest(sandbox)
  const webhooks = await Promise.all(Array.from({ length: 7 }, () => make(sandbox, 'tips')))
  for (let i = 0; i < 30; i++) await write(rest, webhooks[Math.floor(i / 5)]!, `tip ${i}`)

  await expect(write(rest, webhooks[6]!, 'one too many')).rejects.toBeInstanceOf(RateLimitError)
  expect(await messagesOf(sandbox, 'tips')).toHaveLength(30)
})

test('creates a webhook on the page and lists it', async ({ sandbox }) => {
  const answer = await postForm(`${sandbox.url}/discord/webhooks`, { channel: 'tips' })
  expect(answer.status).toBe(303)

  const html = await (await fetch(`${sandbox.url}/discord`)).text()
  expect(html).toContain(`${sandbox.env.DISCORD_API_URL}/webhooks/`)
  expect((await fetch(`${sandbox.url}/discord/channel/tips`)).status).toBe(200)
  expect((await postForm(`${sandbox.url}/discord/webhooks`, { channel: '<b>' })).status).toBe(400)
})

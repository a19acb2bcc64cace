/** Checks the real traffic between our Discord client (discord.js) and the stand-in against Discord's published types. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateExchange, nameOf } from '../../../../sandbox/conformance/discord/webhooks.fixture.ts'
import { listMutants, without } from '../../../../sandbox/conformance/mutants.fixture.ts'
import {
  type Exchange,
  jsonOf,
  type Recorder,
  startRecorder,
} from '../../../../sandbox/conformance/recorder.fixture.ts'
import { startSandbox } from '../../../../sandbox/start.ts'
import { control } from '../../../../sandbox/sandbox.fixture.ts'
import { type DiscordWebhook, openDiscordWebhooks } from './webhooks.ts'

let recorder: Recorder

beforeAll(async () => {
  const sandbox = await startSandbox()
  recorder = await startRecorder(sandbox.url)
  await makeTraffic((path, body) => control(sandbox, `/discord/control/${path}`, body))
  await sandbox.close()
})
afterAll(() => recorder?.[Symbol.asyncDispose]())

type Control = <T>(path: string, body: object) => Promise<T>

/**
 * Reads a webhook and posts to it, then provokes every refusal. Each refusal has a new client, which knows of no rate limits yet.
 */
async function makeTraffic(control: Control): Promise<void> {
  const open = () => openDiscordWebhooks({ apiUrl: `${recorder.url}/discord/api` })
  const make = (channel: string) => control<DiscordWebhook>('webhooks', { channel })
  await control('clock', { scale: 1000 })
  const tips = await make('tips')
  await open().find(tips)
  await open().write(tips, 'Grace just tipped £7 @everyone')
  const wrongToken = { ...tips, token: `${tips.token}x` }
  await mustFail(() => open().write(tips, ' '))
  await mustFail(() => open().write(tips, 'x'.repeat(2001)))
  await mustFail(() => open().write(wrongToken, 'hi'))
  await mustFail(() => open().find(wrongToken))
  for (const fault of ['rate-limited', 'rate-limited-global', 'missing-permissions', 'blocked-text']) {
    await control('faults', { operation: 'write', fault })
    await mustFail(() => open().write(tips, 'hi'))
  }
  await control('delete', { channel: 'tips' })
  await mustFail(() => open().write(tips, 'hi'))
  await mustFail(() => open().find(tips))
}

async function mustFail(call: () => Promise<unknown>): Promise<void> {
  const isDone = await call().then(
    () => true,
    () => false,
  )
  if (isDone) throw new Error('what Discord refuses was done')
}

test('the traffic has both calls and every response that the gateway distinguishes', () => {
  expect([...new Set(recorder.exchanges.map(nameOf))].toSorted()).toEqual([
    'find 200',
    'find 401',
    'find 404',
    'write 200',
    'write 400',
    'write 401',
    'write 403',
    'write 404',
    'write 429',
  ])
})

test('requests and responses have the addresses, parameters, fields and codes of Discord’s types', () => {
  expect(recorder.exchanges.flatMap(validateExchange)).toEqual([])
})

test('a falsified request or response is found', () => {
  const mutants = recorder.exchanges.flatMap((exchange) => [
    ...mutantsOf(exchange, 'answerBody'),
    ...(exchange.method === 'POST' ? mutantsOf(exchange, 'requestBody') : []),
    { what: 'a parameter', faults: validateExchange({ ...exchange, query: { ...exchange.query, x: '1' } }) },
    { what: 'a path', faults: validateExchange({ ...exchange, path: `${exchange.path}/slack` }) },
    { what: 'a method', faults: validateExchange({ ...exchange, method: 'PUT' }) },
  ])

  expect(mutants.length).toBeGreaterThan(150)
  expect(mutants.filter(({ faults }) => faults.length === 0).map(({ what }) => what)).toEqual([])
})

function mutantsOf(exchange: Exchange, side: 'requestBody' | 'answerBody') {
  const document = jsonOf(exchange[side])
  const essentials = side === 'answerBody' && exchange.status < 300 ? ['/id', '/channel_id', '/type'] : []
  const codes = exchange.status >= 400 && side === 'answerBody' ? ['/message'] : []
  return [
    ...listMutants(document),
    ...[...essentials, ...codes].flatMap((pointer) => without(document, pointer) ?? []),
  ]
    .filter(({ what }) => !what.startsWith('/errors')) // `errors` has no fixed form: it can list fields or be a text
    .map(({ what, document: falsified }) => ({
      what: `${nameOf(exchange)} ${side}: ${what}`,
      faults: validateExchange({ ...exchange, [side]: JSON.stringify(falsified) }),
    }))
}

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { PubSubMessage } from '../../contract/events.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { listAlertsAfter } from '../../db/queries/alerts/alerts.ts'
import { readSpokenCharacters, saveSpeechChoice } from '../../db/queries/alerts/speech.ts'
import { configFor } from '../../domain/config/config.fixture.ts'
import { openGoogleSpeech, SpeechRefusedError } from '../../domain/speech/google-speech.ts'
import { deleteExpiredSpeech, fileOfSpeech } from '../../domain/speech/make-speech.ts'
import { readSound } from '../../domain/sounds/read-sound.ts'
import { openStorage } from '../../domain/storage/storage.ts'
import { voice } from '../../contract/alerts/voices.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'
import { createTestContext, publishTip, runWorkers } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'

const sandbox = await forFile(openSandbox())
const storageUrl = `file:${mkdtempSync(join(tmpdir(), 'speech-'))}`
const { SPEECH_API_KEY = '', SPEECH_API_URL = '' } = sandbox.env
const env = { SPEECH_API_KEY, SPEECH_API_URL, STORAGE_URL: storageUrl }
const storage = openStorage(storageUrl)
beforeEach(async () => void (await control(sandbox, '/speech/control/faults/clear')))

const choice = { engine: 'file', voice: 'de-DE-Wavenet-B', fromAmount: 500, volume: 100 } as const

async function start(more: Record<string, string> = {}, chosen: Partial<typeof choice> = {}) {
  const ctx = await createTestContext('postgres', { ...env, ...more })
  const { uid } = await buildCreator(ctx.db)
  await saveSpeechChoice(ctx.db, uid, { ...choice, ...chosen })
  const messages: PubSubMessage[] = []
  await ctx.pubsub.subscribe((message) => messages.push(message))
  await runWorkers(ctx)
  return { ctx, uid, spoken: () => messages.filter((message) => message.kind === 'speech') }
}

async function deliveriesOf({ db }: TestContext) {
  const rows = await db.selectFrom('delivery').selectAll().where('destination', '=', 'speech').execute()
  return rows.map(({ status, reason }) => [status, reason])
}

const textsSpoken = async () =>
  (await read<{ spoken: { text: string; voice: string }[] }>(sandbox, '/speech/control/state')).spoken

test('a public message is spoken as the stream shows it, once, and its file is gone after an hour', async () => {
  const { ctx, uid, spoken } = await start()
  await using _ = ctx

  const message = `Hallo 😀 evil.com, you shit! ${'wort '.repeat(90)}`
  await publishTip(ctx, uid, { amountMinor: 5_00, message })

  await expect.poll(spoken).toHaveLength(1)
  const [{ path, seq }] = spoken() as [Extract<PubSubMessage, { kind: 'speech' }>]
  const token = path.replace('/speech/', '')
  const { text, voice: name } = (await textsSpoken()).at(-1)!
  expect([path, seq, name]).toEqual([expect.stringMatching(/^\/speech\/[0-9a-f]{32}$/), 1, 'de-DE-Wavenet-B'])
  expect(text).toMatch(/^Hallo 😀 link, you ! wort/)
  expect([...text].length).toBeLessThanOrEqual(300)
  expect(readSound((await storage.get(fileOfSpeech(token)))!)).toMatchObject({ format: 'mp3' })
  expect(await listAlertsAfter(ctx.db, uid, 0, 10)).toMatchObject([{ seq: 1, speech: path }])
  expect(await readSpokenCharacters(ctx.db, uid)).toEqual({ own: [...text].length, all: [...text].length })

  await ctx.db
    .updateTable('speech')
    .set({ expiresAt: new Date(0) })
    .execute()
  expect(await listAlertsAfter(ctx.db, uid, 0, 10)).toEqual([expect.not.objectContaining({ speech: path })])
  await deleteExpiredSpeech({ db: ctx.db, storage })
  expect(await storage.get(fileOfSpeech(token))).toBeUndefined()
  expect(await ctx.db.selectFrom('speech').selectAll().execute()).toEqual([])
})

test('private messages, small tips, held tips and tips without a message are never sent to the provider', async () => {
  const { ctx, uid, spoken } = await start()
  await using _ = ctx
  const before = (await textsSpoken()).length

  await publishTip(ctx, uid, { amountMinor: 9_00, message: 'for you alone', isPrivate: true })
  await publishTip(ctx, uid, { amountMinor: 4_99, message: 'too small' })
  await publishTip(ctx, uid, { amountMinor: 9_00, message: '' })
  await publishTip(ctx, uid, { amountMinor: 9_00, message: '***' })
  await publishTip(ctx, uid, { amountMinor: 9_00, message: 'the last one' })

  await expect.poll(spoken).toHaveLength(1)
  await expect
    .poll(() => deliveriesOf(ctx))
    .toEqual([
      ['sent', null],
      ['sent', null],
    ])
  expect((await textsSpoken()).slice(before).map(({ text }) => text)).toEqual(['the last one'])
})

test('the caps of a creator and of all are never exceeded, and then the alert goes without', async () => {
  const { ctx, uid } = await start({ SPEECH_CREATOR_CHARACTERS: '20', SPEECH_TOTAL_CHARACTERS: '25' })
  await using _ = ctx
  const other = await buildCreator(ctx.db)
  await saveSpeechChoice(ctx.db, other.uid, choice)

  await publishTip(ctx, uid, { amountMinor: 5_00, message: 'abcdefghijklmno' })
  await expect.poll(() => deliveriesOf(ctx)).toEqual([['sent', null]])
  await publishTip(ctx, uid, { amountMinor: 5_00, message: 'uvwxyz' })
  await publishTip(ctx, other.uid, { amountMinor: 5_00, message: 'bcdfghjklmn' })

  await expect
    .poll(async () => (await deliveriesOf(ctx)).filter(([status]) => status === 'gave_up'))
    .toEqual([
      ['gave_up', 'speechCap'],
      ['gave_up', 'speechCap'],
    ])
  expect(await readSpokenCharacters(ctx.db, uid)).toEqual({ own: 15, all: 15 })
  expect(await readSpokenCharacters(ctx.db, other.uid)).toEqual({ own: 0, all: 15 })
  expect(await listAlertsAfter(ctx.db, uid, 0, 10)).toHaveLength(2)
})

test('a busy provider is asked again, and characters that it refused are not counted', async () => {
  const { ctx, uid, spoken } = await start()
  await using _ = ctx
  await control(sandbox, '/speech/control/faults', { operation: 'synthesize', fault: 'quota', times: 1 })

  await publishTip(ctx, uid, { amountMinor: 5_00, message: 'again' })

  await expect.poll(spoken).toHaveLength(1)
  expect(await readSpokenCharacters(ctx.db, uid)).toEqual({ own: 5, all: 5 })
})

test('a wrong key is given up at once, delays no alert, and no log line has the key or the words', async () => {
  const { ctx, uid } = await start({ SPEECH_API_KEY: 'AIza-wrong-key' })
  await using _ = ctx

  await publishTip(ctx, uid, { amountMinor: 5_00, message: 'quietwords' })

  await expect.poll(() => deliveriesOf(ctx)).toEqual([['gave_up', 'speechRefused']])
  expect(await listAlertsAfter(ctx.db, uid, 0, 10)).toHaveLength(1)
  expect(await readSpokenCharacters(ctx.db, uid)).toEqual({ own: 0, all: 0 })
  expect(JSON.stringify(ctx.lines)).not.toMatch(/AIza-wrong-key|quietwords/)
})

test('the provider knows every voice that creators may choose, and refuses others', async () => {
  const speech = openGoogleSpeech(configFor(env).speech!)

  const known = await speech.listVoices()

  expect(known).toEqual(expect.arrayContaining(voice.options))
  await expect(speech.synthesize('hi', 'en-US-Wavenet-Z' as never)).rejects.toBeInstanceOf(SpeechRefusedError)
  await expect(speech.synthesize('ä'.repeat(2_501), 'en-US-Wavenet-D')).rejects.toBeInstanceOf(
    SpeechRefusedError,
  )
})

import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { lookOf, standardStyle } from '../../contract/alerts/alert-looks.ts'
import type { OwnAlertStyle } from '../../contract/alerts/alert-style-calls.ts'
import { apiBase } from '../../contract/calls.ts'
import type { PubSubMessage } from '../../contract/events.ts'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import type { WidgetSamples } from '../../contract/alerts/widget-preview.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { buildTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { addSound } from '../../domain/sounds/sounds.ts'
import { makeWav } from '../../domain/sounds/sound.fixture.ts'
import { blackPng } from '../../domain/storage/png.fixture.ts'
import {
  ebmlHead,
  element,
  laterFrame,
  makeWebm,
  number,
  simpleBlock,
} from '../../domain/storage/webm.fixture.ts'
import { changeTimer, createTimer } from '../../domain/timer/manage-timers.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())
const received: PubSubMessage[] = []
await app.ctx.pubsub.subscribe((message) => received.push(message))

async function signInCreator() {
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)
  return {
    uid,
    cookie,
    read: async () => (await app.get('account/alert-style', cookie)).body as OwnAlertStyle,
  }
}

const draft = { ...standardStyle(), look: lookOf('arcade') }

/** A cluster of a video that begins after a minute. */
const laterCluster = element('1f43b675', [number('e7', 60_000), simpleBlock(laterFrame(), 0)])

async function sendPicture(cookie: string, bytes: Uint8Array) {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
  const path = `${app.url}${apiBase}account/upload-alert-picture`
  const response = await fetch(path, { method: 'POST', body: form, headers: { cookie } })
  const body = (await response.json()) as { url?: string; code?: string; ErrorMessage?: string }
  return { status: response.status, body }
}

const noise = randomBytes(64 * 64 * 3)

/** Returns an animated picture whose frames all differ. */
async function makeAnimation(frames: number, size: number): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * frames * 3)
  // equal frames would become one
  for (let i = 0; i < frames; i++) pixels.fill((i * 97) % 256, i * size * size * 3, (i + 1) * size * size * 3)
  const raw = { width: size, height: size * frames, channels: 3, pageHeight: size } as const
  return sharp(pixels, { raw }).webp({ loop: 0, effort: 0 }).toBuffer()
}

test('a draft changes nothing on the stream until it is published, which every server hears', async () => {
  const { uid, cookie, read } = await signInCreator()
  const published = { kind: 'overlay-style', creatorUid: uid }

  const saved = await app.post('account/save-alert-draft', { draft, draftVersion: 0 }, cookie)
  expect(saved.body).toEqual({ draft, draftVersion: 1, live: standardStyle(), liveVersion: 0 })
  expect(received).not.toContainEqual(published)

  await app.post('account/publish-alert-style', { draftVersion: 1 }, cookie)
  expect(await read()).toEqual({ draft, draftVersion: 1, live: draft, liveVersion: 1 })
  await expect.poll(() => received).toContainEqual(published)
})

test('a page that has not seen the last draft can neither overwrite nor publish it', async () => {
  const { cookie, read } = await signInCreator()
  await app.post('account/save-alert-draft', { draft, draftVersion: 0 }, cookie)

  const late = { draft: standardStyle(), draftVersion: 0 }
  const answers = [
    await app.post('account/save-alert-draft', late, cookie),
    await app.post('account/publish-alert-style', { draftVersion: 2 }, cookie),
  ]

  expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
    [409, 'style_changed'],
    [409, 'style_changed'],
  ])
  expect((await read()).draft).toEqual(draft)
})

test('a faulty text and another creator’s sound are refused', async () => {
  const [{ cookie }, other] = [await signInCreator(), await signInCreator()]
  const { soundId } = await addSound(app.ctx, other.uid, 'mine', makeWav(0.1))
  const texts = { ...draft.look.texts, generalTip: { headline: '{goal}', line: null } }
  const sound = { sound: { source: 'uploaded', soundId }, volume: 50 }

  const faulty = { ...draft, look: { ...draft.look, texts } }
  const foreign = { ...draft, look: { ...draft.look, sound } }
  const answers = [
    await app.post('account/save-alert-draft', { draft: faulty, draftVersion: 0 }, cookie),
    await app.post('account/save-alert-draft', { draft: foreign, draftVersion: 0 }, cookie),
    await app.post('account/save-alert-draft', { draft: { ...draft, script: 'x' }, draftVersion: 0 }, cookie),
  ]

  expect(answers.map(({ status }) => status)).toEqual([400, 404, 400])
})

test('an animated picture stays animated, within 512 pixels, and is deleted only when nothing uses it', async () => {
  const { cookie } = await signInCreator()

  const { status, body } = await sendPicture(cookie, await makeAnimation(4, 600))
  const served = await fetch(app.url + body.url!)
  const { pages, width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
  expect([status, pages, width, height]).toEqual([200, 4, 512, 512])

  const own = { ...draft, look: { ...draft.look, picture: body.url } }
  expect((await app.post('account/save-alert-draft', { draft: own, draftVersion: 0 }, cookie)).status).toBe(
    200,
  )
  expect((await app.post('account/delete-alert-picture', { url: body.url }, cookie)).status).toBe(409)
  await app.post('account/save-alert-draft', { draft, draftVersion: 1 }, cookie)
  expect((await app.post('account/delete-alert-picture', { url: body.url }, cookie)).body).toEqual({
    pictures: [],
  })
})

test('a video is stored as one, served in ranges, and deleted with its file', async () => {
  const { cookie } = await signInCreator()

  const { body } = await sendPicture(cookie, makeWebm())
  expect(body).toMatchObject({ url: expect.stringMatching(/\.webm$/), pictures: [{ isAnimated: true }] })
  const own = { ...draft, look: { ...draft.look, picture: body.url } }
  const saved = await app.post('account/save-alert-draft', { draft: own, draftVersion: 0 }, cookie)
  expect(saved.status).toBe(200)
  await app.post('account/save-alert-draft', { draft, draftVersion: 1 }, cookie)

  const url = app.url + body.url!
  const read = async (range: string | undefined) => {
    const response = await fetch(url, { headers: range === undefined ? {} : { range } })
    const { status, headers } = response
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status, type: headers.get('content-type'), range: headers.get('content-range'), bytes }
  }
  const { bytes, ...whole } = await read(undefined)
  const { length } = bytes
  expect(whole).toEqual({ status: 200, type: 'video/webm', range: null })
  expect(await read('bytes=0-1')).toMatchObject({
    status: 206,
    range: `bytes 0-1/${length}`,
    bytes: bytes.subarray(0, 2),
  })
  expect(await read('bytes=10-')).toMatchObject({ status: 206, bytes: bytes.subarray(10) })
  expect(await read(`bytes=${length}-`)).toMatchObject({ status: 416, range: `bytes */${length}` })
  for (const odd of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=x'])
    expect(await read(odd)).toMatchObject({ status: 200, bytes })

  await app.post('account/delete-alert-picture', { url: body.url }, cookie)
  await expect.poll(async () => (await read(undefined)).status).toBe(404)
})

test.each([
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
  ['a film', async () => makeWebm({ head: ebmlHead('matroska') }), 415],
  ['a video of a minute', async () => makeWebm({ after: [laterCluster] }), 413],
  ['a web page', async () => Buffer.from('<html><script>alert(1)</script>'), 415],
  [
    'a truncated picture',
    async () =>
      (
        await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
          .png()
          .toBuffer()
      ).subarray(0, 2_000),
    415,
  ],
  ['a picture with too many pixels', async () => blackPng({ width: 30_000, height: 30_000 }), 413],
  ['an animation with too many frames', () => makeAnimation(1_001, 8), 413],
  ['an animation whose frames have too many pixels together', () => makeAnimation(20, 2_000), 413],
  ['a file of 100 MB', async () => Buffer.alloc(100 * 1024 * 1024), 413],
] as const)('%s is refused in one sentence', async (_, make, status) => {
  const { cookie } = await signInCreator()

  const answer = await sendPicture(cookie, await make()).catch((error: Error) => ({
    status: 413,
    body: { ErrorMessage: `${error.message}.` }, // the server may close the connection before the file has arrived
  }))

  expect(answer.status).toBe(status)
  expect(answer.body.ErrorMessage).toMatch(/^[^.]+\.( [^.]+\.)?$/)
})

test('the samples are the latest public tip and the own goal, without private words', async () => {
  const { uid, cookie } = await signInCreator()
  await buildGoal(app.db, uid, { title: 'A kiln' })
  await buildTip(app.db, uid, { supporterName: 'Ada', message: 'my secret', isPrivate: true })

  const { alerts } = (await app.get('account/alert-samples', cookie)).body as {
    alerts: { name: string; goal: { title: string } | null; message: string | null; isTest: boolean }[]
  }

  expect(alerts.map(({ name, goal, isTest }) => [name, goal?.title, isTest])).toEqual([
    ['Ada', 'A kiln', true],
    ['Ada', undefined, true],
    ['Ada', 'A kiln', true],
    ['Ada', 'A kiln', true],
  ])
  expect(JSON.stringify(alerts)).not.toContain('secret')
})

test('widgets are tried with what the creator has, and with examples of the rest', async () => {
  const { uid, cookie } = await signInCreator()
  const read = async () => (await app.get('account/widget-samples', cookie)).body as WidgetSamples
  const examples = await read()
  expect(examples).toMatchObject({
    goals: [{ title: 'A new microphone', amount: 100_00, amount_received: 50_00 }],
    leaderboard: { allTime: { length: 5 }, recent: { length: 5 } },
    totals: { stream: 185_00 },
    timer: { name: 'Donothon 1', status: 'running' },
  })

  await buildGoal(app.db, uid, { title: 'A kiln' })
  await buildTip(app.db, uid, { supporterName: 'Grace', amountMinor: 7_00 })
  await buildTip(app.db, uid, { supporterName: 'Jo', amountMinor: 5_00, isAnonymous: true })
  const timer = { name: 'Night shift', rule: defaultTimerRule, actor: uid }
  const { timerId } = await createTimer(app.db, uid, timer)
  expect((await read()).timer.name).toBe('Donothon 1') // an idle timer's clock stands still
  const change = { kind: 'start', seconds: 60 } as const
  await changeTimer(app.db, uid, timerId, { entryId: randomUUID(), change, actor: uid })

  const own = await read()
  expect(own.goals.map(({ title }) => title)).toEqual(['A kiln'])
  expect(own.leaderboard.allTime.map(({ name }) => name)).toEqual(['Grace'])
  expect(own.totals.stream).toBe(12_00)
  expect(own.timer).toMatchObject({ name: 'Night shift', status: 'running' })
  expect(JSON.stringify(own)).not.toContain('Jo')
})

import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { apiBase } from '../../contract/calls.ts'
import type { SoundSettings } from '../../contract/alerts/sound-calls.ts'
import { maxSoundBytes, maxSounds } from '../../contract/alerts/sounds.ts'
import type { SoundCut } from '../../contract/alerts/sounds.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { collectGarbage } from '../../db/collect-garbage.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { makeMp3, makeOgg, makeWav } from '../../domain/sounds/sound.fixture.ts'
import { addSound } from '../../domain/sounds/sounds.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp({ TRUST_PROXY: '1' }))

async function signInCreator() {
  const { uid } = await buildCreator(app.db)
  return { uid, cookie: await app.signIn(uid) }
}

type Reply = Partial<SoundSettings> & {
  soundId?: string
  cut?: SoundCut[]
  code?: string
  ErrorMessage?: string
}

async function send(
  cookie: string,
  bytes: Buffer,
  { name = 'Ding', field = 'sound', address = '198.51.100.200' } = {},
) {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'audio/mpeg' }), '../../evil.html')
  const path = `${app.url}${apiBase}account/upload-sound?name=${encodeURIComponent(name)}`
  const response = await fetch(path, {
    method: 'POST',
    body: form,
    headers: { cookie, 'x-forwarded-for': address },
  })
  return { status: response.status, body: (await response.json()) as Reply }
}

test('an uploaded sound is listed, chosen, served as what it is, and deleted with its choice', async () => {
  const { cookie } = await signInCreator()

  const { status, body } = await send(cookie, makeOgg(50), { name: 'My jingle' })
  const soundId = body.soundId!
  const sound = { source: 'uploaded', soundId }
  const saved = await app.post('account/save-alert-sound', { sound, volume: 40 }, cookie)
  const served = await fetch(`${app.url}/sounds/${soundId}`)

  expect(status).toBe(200)
  expect(body.uploaded).toEqual([{ soundId, name: 'My jingle', bytes: makeOgg(50).length, durationMs: 1000 }])
  expect(saved.body).toMatchObject({ sound, volume: 40 })
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'audio/ogg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(Buffer.from(await served.arrayBuffer()).equals(makeOgg(50))).toBe(true)

  expect((await app.post('account/delete-sound', { soundId }, cookie)).body).toEqual({
    sound: { source: 'builtin', name: 'drop' },
    volume: 40,
    uploaded: [],
  })
  expect((await fetch(`${app.url}/sounds/${soundId}`)).status).toBe(404)
  await expect.poll(() => app.ctx.storage.get(`sound-${soundId}`)).toBeUndefined()
})

test('refused files do not use up the uploads of the hour, and an account may try ninety times', async () => {
  const { cookie } = await signInCreator()
  const statuses: number[] = []
  /** Sends a file, from another network after every twenty. */
  const sendNext = async (bytes: Buffer) => {
    const address = `198.51.100.${Math.floor(statuses.length / 20)}`
    statuses.push((await send(cookie, bytes, { address })).status)
  }

  for (let i = 0; i < 40; i++) await sendNext(Buffer.from('<p>'))
  await sendNext(makeMp3(20))
  for (let i = 0; i < 51; i++) await sendNext(Buffer.from('<p>'))

  expect(statuses[40]).toBe(200)
  expect(statuses.toSpliced(40, 1)).toEqual([...Array<number>(89).fill(415), 429, 429])
})

const sentence = /^(Please use an? |This (file|sound|picture) |The file didn’t arrive).+\.$/

test.for<[string, Buffer, object, number, string]>([
  ['a page with the type of a sound', Buffer.from('<!doctype html><p>hi'), {}, 415, 'sound_refused'],
  ['an SVG', Buffer.from('<svg onload="alert(1)"/>'), {}, 415, 'sound_refused'],
  [
    'a sound with a page behind it',
    Buffer.concat([makeMp3(20), Buffer.from('<script>')]),
    {},
    415,
    'sound_refused',
  ],
  ['a sound that is damaged', makeOgg(20).fill(1, 400, 401), {}, 415, 'sound_refused'],
  ['a file in another field', makeMp3(20), { field: 'picture' }, 400, 'invalid_input'],
  ['too many bytes', Buffer.alloc(maxSoundBytes + 1), {}, 413, 'too_large'],
  ['too long a sound', makeWav(16), {}, 413, 'too_large'],
])('refuses %s in one sentence', async ([_, bytes, how, status, code]) => {
  const { cookie } = await signInCreator()

  const refusal = await send(cookie, bytes, how)

  expect(refusal).toMatchObject({
    status,
    body: { code, ErrorMessage: expect.stringMatching(sentence) },
  })
  expect((await app.get('account/sound-settings', cookie)).body).toMatchObject({ uploaded: [] })
})

test('an uploaded sound that lacks its end is stored, and the response says so', async () => {
  const { cookie } = await signInCreator()

  const { status, body } = await send(cookie, makeWav(1).subarray(0, 8_044))

  expect(status).toBe(200)
  expect(body).toMatchObject({ cut: ['end'], uploaded: [{ durationMs: 500 }] })
})

test('an upload of 100 MB is refused in one sentence, and fills neither memory nor disk', async () => {
  const { cookie } = await signInCreator()
  const { hostname, port } = new URL(app.url)
  const [megabyte, parts] = [Buffer.alloc(1024 * 1024), 100]
  const head = '--x\r\nContent-Disposition: form-data; name="sound"; filename="a.mp3"\r\n\r\n'
  const socket = connect(Number(port), hostname)
  let [response, mostMemory] = ['', 0]
  socket.on('data', (data) => (response += String(data)))
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers

  socket.write(
    `POST ${apiBase}account/upload-sound?name=a HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${head.length + parts * megabyte.length}\r\n\r\n${head}`,
  )
  for (let i = 0; i < parts; i++) {
    await new Promise((sent) => socket.write(megabyte, sent))
    if (i % 25 !== 24) continue
    collectGarbage() // V8 may keep a hundred megabytes of garbage for longer than this upload takes
    mostMemory = Math.max(mostMemory, process.memoryUsage().arrayBuffers - before)
  }
  await expect.poll(() => response).toContain('Please use a sound of up to 500 KB.')
  socket.destroy()

  expect(response).toMatch(/^HTTP\/1.1 413 /)
  expect(mostMemory).toBeLessThan(50_000_000)
})

test('a creator keeps at most twenty sounds, also when uploads meet', async () => {
  const { uid, cookie } = await signInCreator()
  for (let i = 0; i < maxSounds - 2; i++) await addSound(app.ctx, uid, `sound ${i}`, makeWav(0.01))

  const replies = await Promise.all(Array.from({ length: 4 }, () => send(cookie, makeWav(0.01))))

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
})

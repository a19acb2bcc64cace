import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtinSound } from '../../contract/sounds.ts'
import { checksumOf } from './read-ogg.ts'
import { readSound } from './read-sound.ts'
import { makeMp3, makeOgg, makeWav } from './sound.fixture.ts'

const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const id3 = Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0028'), html])

test('reads the format and the duration of each kind', () => {
  expect(readSound(makeMp3(40))).toMatchObject({ format: 'mp3', durationMs: 1045 })
  expect(readSound(makeOgg(50))).toMatchObject({ format: 'ogg', durationMs: 1000 })
  expect(readSound(makeWav(1.5))).toMatchObject({ format: 'wav', durationMs: 1500 })
})

test('our own sounds are sounds', () => {
  for (const name of builtinSound.options) {
    const file = readFileSync(new URL(`../../web/public/sounds/${name}.wav`, import.meta.url))
    expect(readSound(file)).toMatchObject({ format: 'wav' })
  }
})

test('the checksum of a page is that of the specification’s polynomial', () => {
  // The CRC-32 without reflection, without an initial value and without a final exclusive or: https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-32-mpeg-2
  const crc = (text: string) => checksumOf(Buffer.from(text), 0, text.length)
  expect(crc('\u0001')).toBe(0x04c11db7)
  expect(crc('123456789')).toBe(0x89a1897f)
})

test('removes everything that is not sound', () => {
  const withTags = Buffer.concat([id3, makeMp3(5), Buffer.from('TAG'), Buffer.alloc(125)])
  const wav = makeWav(0.1)
  const withChunk = Buffer.concat([
    wav.subarray(0, 36),
    Buffer.from('LIST'),
    Buffer.from([html.length, 0, 0, 0]),
    html,
    wav.subarray(36),
  ])

  for (const file of [withTags, withChunk]) {
    const audio = readSound(file)!.audio
    expect(audio.includes('script')).toBe(false)
    expect(audio.length).toBeLessThan(file.length)
  }
  expect(readSound(withChunk)!.audio.equals(wav)).toBe(true)
})

test.for<[string, Buffer]>([
  ['a page', html],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['nothing', Buffer.alloc(0)],
  ['a sound behind a page', Buffer.concat([html, makeMp3(20)])],
  ['an MP3 with a page behind it', Buffer.concat([makeMp3(20), html])],
  ['an Ogg with a page behind it', Buffer.concat([makeOgg(20), html])],
  ['a WAV with a page behind it', Buffer.concat([makeWav(0.2), html])],
  ['a page between two MP3 frames', Buffer.concat([makeMp3(9), html, makeMp3(9)])],
  ['an MP3 of two frames', makeMp3(2)],
  ['a tag without an MP3', id3],
  ['a tag that is longer than its file', Buffer.from('ID3\u0004\u0000\u0000\u0010\u0000\u0000\u0000')],
  ['an Ogg that is cut off', makeOgg(20).subarray(0, -1)],
  ['an Ogg without its last page', makeOgg(20).subarray(0, -31)],
  ['an Ogg with a changed byte', makeOgg(20).fill(1, 400, 401)],
  ['two Ogg streams', Buffer.concat([makeOgg(5), makeOgg(5)])],
  ['a WAV that is cut off', makeWav(0.2).subarray(0, -100)],
  ['a WAV whose parts overlap the end', Buffer.from(makeWav(0.1)).fill(0xff, 40, 44)],
])('refuses %s', ([, file]) => {
  expect(readSound(file)).toBeUndefined()
})

test('an MP3 loses a last frame that is cut off', () => {
  const whole = makeMp3(6)
  expect(readSound(whole.subarray(0, -50))!.audio.equals(makeMp3(5))).toBe(true)
})

test('random bytes behind the right beginning are read to an end', () => {
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) & 0xff
  let grown = 0
  for (const file of [makeMp3(20), makeOgg(20), makeWav(0.2)])
    for (let round = 0; round < 300; round++) {
      const broken = Buffer.from(file)
      for (let i = 0; i < 5; i++) broken[4 + ((random() * 256 + random()) % (file.length - 4))] = random()
      const sound = readSound(broken)
      if (sound && sound.audio.length > file.length) grown += 1
    }
  expect(grown).toBe(0)
})

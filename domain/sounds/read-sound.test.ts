import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtinSound } from '../../contract/alerts/sounds.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { checksumOf } from './read-ogg.ts'
import { readSound } from './read-sound.ts'
import type { ReadSound } from './read-sound.ts'
import { makeMp3, makeOgg, makeTag, makeWav, oddSounds } from './sound.fixture.ts'

const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const archive = Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000')

/** Returns an Ogg file whose first packet begins with another name. */
function withCodec(file: Buffer, name: string): Buffer {
  const ogg = Buffer.from(file)
  ogg.write(name, 28, 'latin1')
  ogg.writeUInt32LE(checksumOf(ogg, 0, 47), 22)
  return ogg
}

function read(file: Buffer): ReadSound {
  const sound = readSound(file)
  if (typeof sound === 'string') throw new Error(sound)
  return sound
}

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
  const withTags = Buffer.concat([makeTag(html), makeMp3(5), Buffer.from('TAG'), Buffer.alloc(125)])
  const wav = makeWav(0.1)
  const withChunk = Buffer.concat([
    wav.subarray(0, 36),
    Buffer.from('LIST'),
    Buffer.from([html.length, 0, 0, 0]),
    html,
    wav.subarray(36),
  ])

  for (const file of [withTags, withChunk]) {
    const { audio } = read(file)
    expect(audio.includes('script')).toBe(false)
    expect(audio.length).toBeLessThan(file.length)
  }
  expect(read(withChunk).audio.equals(wav)).toBe(true)
})

test.for(oddSounds)('accepts %s, and says what is left out', ([, file, seconds, cut]) => {
  const sound = read(file)

  expect(sound.durationMs).toBeCloseTo(seconds * 1000, -1)
  expect(sound.cut).toEqual(cut)
  expect(sound.audio.includes('script')).toBe(false)
  expect(sound.audio.includes(Buffer.alloc(50, 7))).toBe(false)
  expect(read(sound.audio)).toMatchObject({ durationMs: sound.durationMs, cut: [] })
})

test('64 tags in a row are left out, and what follows them is read as other bytes', () => {
  const tag = makeTag(Buffer.alloc(0))
  const cutOf = (tags: number) => read(Buffer.concat([...Array<Buffer>(tags).fill(tag), makeMp3(20)])).cut

  expect([cutOf(64), cutOf(65)]).toEqual([[], ['other']])
})

const withByte = (file: Buffer, at: number, byte: number) => Buffer.from(file).fill(byte, at, at + 1)

test.for<[string, Buffer, UploadRefusal]>([
  ['a page', html, 'sound_refused'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'sound_refused'],
  ['a video that begins like a WAV', Buffer.from('RIFF\u0000\u0000\u0000\u0000AVI LIST'), 'sound_refused'],
  ['nothing', Buffer.alloc(0), 'sound_refused'],
  ['a sound behind a page', Buffer.concat([html, makeMp3(20)]), 'sound_foreign'],
  ['an MP3 with a page behind it', Buffer.concat([makeMp3(20), html]), 'sound_foreign'],
  ['an MP3 with an archive behind it', Buffer.concat([makeMp3(20), archive]), 'sound_foreign'],
  ['an Ogg with a page behind it', Buffer.concat([makeOgg(20), html]), 'sound_foreign'],
  ['a WAV with a page behind it', Buffer.concat([makeWav(0.2), html]), 'sound_foreign'],
  ['a WAV with an archive behind it', Buffer.concat([makeWav(0.2), archive]), 'sound_foreign'],
  ['a page between two MP3 frames', Buffer.concat([makeMp3(9), html, makeMp3(9)]), 'sound_foreign'],
  ['an MP3 of two frames', makeMp3(2), 'sound_damaged'],
  ['a tag without an MP3', makeTag(html), 'sound_damaged'],
  [
    'a tag that is longer than its file',
    Buffer.from('ID3\u0004\u0000\u0000\u0010\u0000\u0000\u0000'),
    'sound_damaged',
  ],
  ['an Ogg with a changed byte', makeOgg(20).fill(1, 400, 401), 'sound_damaged'],
  ['an Ogg of FLAC', withCodec(makeOgg(20), '\u007fFLAC'), 'sound_codec'],
  ['a WAV without samples', makeWav(0), 'sound_damaged'],
  ['a WAV of six channels', withByte(makeWav(0.2), 22, 6), 'sound_channels'],
  ['a WAV of A-law', withByte(makeWav(0.2), 20, 6), 'sound_codec'],
])('refuses %s and says why', ([, file, reason]) => {
  expect(readSound(file)).toBe(reason)
})

test('an MP3 loses a last frame that is cut off', () => {
  const whole = makeMp3(6)
  expect(read(whole.subarray(0, -50)).audio.equals(makeMp3(5))).toBe(true)
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
      if (typeof sound === 'object' && sound.audio.length > file.length) grown += 1
    }
  expect(grown).toBe(0)
})

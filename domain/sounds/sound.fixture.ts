/** Makes small sound files for tests. */
import type { SoundCut } from '../../contract/alerts/sounds.ts'
import { checksumOf } from './read-ogg.ts'

/** A tone of WAV: 8 kHz, 16 bit, one channel. */
export function makeWav(seconds: number): Buffer {
  const samples = Math.round(8_000 * seconds)
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8_000, 24)
  wav.writeUInt32LE(16_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let i = 0; i < samples; i++) wav.writeInt16LE(Math.round(8_000 * Math.sin(i / 3)), 44 + i * 2)
  return wav
}

/** Silent MP3 frames of 128 kbit/s: of two channels at 44.1 kHz, 26 ms each, or of 48 kHz, 24 ms each. */
export function makeMp3(frames: number, sampleRate: 44_100 | 48_000 = 44_100): Buffer {
  const frame = Buffer.alloc(sampleRate === 44_100 ? 417 : 384)
  frame.writeUInt32BE(sampleRate === 44_100 ? 0xfffb9064 : 0xfffb9464, 0)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** An ID3v2 tag with this content. */
export function makeTag(content: Buffer): Buffer {
  const head = Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000')
  head.writeUInt8(content.length >> 7, 8)
  head.writeUInt8(content.length & 0x7f, 9)
  return Buffer.concat([head, content])
}

/** A copy of a file with another number of four bytes, as WAV files have them. */
function withNumber(file: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32LE(value, at)
  return copy
}

/** An Ogg stream of Opus with packets of 20 ms, each on a page of its own. */
export function makeOgg(packets: number): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 0)
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt32LE(48_000, 12)
  const tags = Buffer.alloc(16)
  tags.write('OpusTags', 0)
  const silence = Buffer.from([0xf8, 0xff, 0xfe])
  const bodies = [head, tags, ...Array.from({ length: packets }, () => silence)]
  return Buffer.concat(
    bodies.map((body, number) => {
      const flags = (number === 0 ? 2 : 0) + (number === bodies.length - 1 ? 4 : 0)
      return makePage({ number, flags, samples: Math.max(0, number - 1) * 960, body })
    }),
  )
}

interface Page {
  number: number
  flags: number
  samples: number
  body: Buffer
}

function makePage({ number, flags, samples, body }: Page): Buffer {
  const page = Buffer.alloc(28 + body.length)
  page.write('OggS', 0)
  page.writeUInt8(flags, 5)
  page.writeBigInt64LE(BigInt(samples), 6)
  page.writeUInt32LE(7, 14)
  page.writeUInt32LE(number, 18)
  page.writeUInt8(1, 26)
  page.writeUInt8(body.length, 27)
  body.copy(page, 28)
  page.writeUInt32LE(checksumOf(page, 0, page.length), 22)
  return page
}

const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const noise = Buffer.alloc(50, 7)
const oldTag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])
const announcing = makeMp3(1)
announcing.write('Xing', 36)

/** Files that are not as their format prescribes. Chromium plays all of them: the duration in seconds, and what we leave out. */
export const oddSounds: [name: string, file: Buffer, seconds: number, cut: SoundCut[]][] = [
  ['an MP3 with two tags', Buffer.concat([makeTag(page), makeTag(page), makeMp3(40)]), 1.045, []],
  ['an MP3 behind zeros', Buffer.concat([Buffer.alloc(500), makeMp3(40)]), 1.045, []],
  [
    'an MP3 with zeros behind its tag',
    Buffer.concat([makeTag(page), Buffer.alloc(500), makeMp3(40)]),
    1.045,
    [],
  ],
  [
    'two joined MP3s with tags',
    Buffer.concat([makeTag(page), makeMp3(40), oldTag, makeTag(page), makeMp3(40)]),
    2.09,
    [],
  ],
  [
    'two joined MP3s that announce their own lengths',
    Buffer.concat([announcing, makeMp3(40), oldTag, announcing, makeMp3(40)]),
    2.09,
    [],
  ],
  ['an MP3 behind other bytes', Buffer.concat([noise, makeMp3(40)]), 1.045, ['other']],
  ['an MP3 with other bytes in it', Buffer.concat([makeMp3(40), noise, makeMp3(40)]), 2.09, ['other']],
  ['MP3s of two sample rates', Buffer.concat([makeMp3(40), makeMp3(40, 48_000)]), 1.045, ['second']],
  ['a WAV of length 0', withNumber(withNumber(makeWav(1), 40, 0), 4, 0), 1, []],
  ['a WAV of length ffffffff', withNumber(withNumber(makeWav(1), 40, 0xffff_ffff), 4, 0xffff_ffff), 1, []],
  ['a WAV of length 7fffffff', withNumber(makeWav(1), 40, 0x7fff_ffff), 1, []],
  ['a WAV of an odd length', withNumber(makeWav(1), 40, 15_999), 0.999, []],
  ['a WAV with other bytes behind it', Buffer.concat([makeWav(1), noise]), 1, ['other']],
  ['a WAV that is cut off', makeWav(1).subarray(0, 8_044), 0.5, ['end']],
  ['an Ogg that is cut off', makeOgg(50).subarray(0, -10), 0.98, ['end']],
  ['an Ogg without its last page', makeOgg(50).subarray(0, -31), 0.98, ['end']],
  ['an Ogg with other bytes behind it', Buffer.concat([makeOgg(50), noise]), 1, ['other']],
  ['two joined Oggs', Buffer.concat([makeOgg(50), makeOgg(50)]), 1, ['second']],
]

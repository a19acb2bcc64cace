/** Makes small sound files for tests. */
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

/** Silent MP3 frames of 128 kbit/s at 44.1 kHz, 26 ms each. */
export function makeMp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9064, 0)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
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

/** Reads a WAV file, and writes its samples again with a header of our own. */
import type { SoundCut } from '../../contract/alerts/sounds.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { hasForeignContent } from './foreign-content.ts'
import { isPadding } from './sound-parts.ts'
import type { SoundParts } from './sound-parts.ts'

const [pcm, float, extensible] = [1, 3, 0xfffe]
const headerBytes = 44

interface Format {
  kind: number
  channels: number
  sampleRate: number
  frameBytes: number
  sampleBits: number
}

/**
 * Programs that write into a pipe announce a length of 0 or the largest number instead of the samples' (ffmpeg: ffffffff,
 * https://github.com/Borewit/music-metadata/issues/707; SoX: 7fff…, https://github.com/rs1729/RS/issues/39). Then players read to the
 * end of the file.
 */
const isUnknownLength = (bytes: number) => bytes === 0 || bytes >= 0x7f00_0000

/**
 * Returns the samples under a new header, without any other part of the file, and their duration, or why the file is refused.
 * https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
 */
export function readWav(file: Buffer): SoundParts | UploadRefusal {
  if (file.toString('latin1', 8, 12) !== 'WAVE') return 'sound_refused'
  const { fmt, data, rest, cut } = readParts(file)
  if (!fmt || !data) return 'sound_damaged'
  const format = readFormat(fmt)
  if (typeof format === 'string') return format
  const whole = data.subarray(0, data.length - (data.length % format.frameBytes))
  if (whole.length === 0) return 'sound_damaged'
  // A last byte is padding that some programs leave out or add.
  const hasOther = rest.length > 1 && !isPadding(rest)
  if (hasOther && hasForeignContent(rest)) return 'sound_foreign'
  return {
    durationMs: (whole.length / format.frameBytes / format.sampleRate) * 1000,
    audio: Buffer.concat([writeHeader(format, whole.length), whole]),
    cut: hasOther ? [...cut, 'other'] : cut,
  }
}

interface Parts {
  fmt?: Buffer
  data?: Buffer
  /** What follows the last part. */
  rest: Buffer
  cut: SoundCut[]
}

function readParts(file: Buffer): Parts {
  const parts: Parts = { rest: Buffer.alloc(0), cut: [] }
  let at = 12
  while (at + 8 <= file.length) {
    const [name, bytes] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    const part = file.subarray(at + 8, at + 8 + bytes)
    const isData = name === 'data' && !parts.data
    if (isData && isUnknownLength(bytes)) return { ...parts, data: file.subarray(at + 8) }
    if (isData && part.length < bytes) return { ...parts, data: part, cut: ['end'] }
    if (part.length < bytes || !/^[ -~]{4}$/.test(name)) break
    if (isData) parts.data = part
    if (name === 'fmt ') parts.fmt ??= part
    at += 8 + bytes + (bytes % 2)
  }
  return { ...parts, rest: file.subarray(at) }
}

function readFormat(part: Buffer): Format | UploadRefusal {
  if (part.length < 16) return 'sound_damaged'
  const tag = part.readUInt16LE(0)
  const kind = tag === extensible && part.length >= 40 ? part.readUInt16LE(24) : tag
  const [channels, sampleRate] = [part.readUInt16LE(2), part.readUInt32LE(4)]
  const [frameBytes, sampleBits] = [part.readUInt16LE(12), part.readUInt16LE(14)]
  const isKnown =
    (kind === pcm && [8, 16, 24, 32].includes(sampleBits)) || (kind === float && sampleBits === 32)
  if (!isKnown) return 'sound_codec'
  const isUsual = channels >= 1 && channels <= 2 && sampleRate >= 8_000 && sampleRate <= 96_000
  if (!isUsual) return 'sound_channels'
  if (frameBytes !== (channels * sampleBits) / 8) return 'sound_damaged'
  return { kind, channels, sampleRate, frameBytes, sampleBits }
}

function writeHeader({ kind, channels, sampleRate, frameBytes, sampleBits }: Format, bytes: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(headerBytes - 8 + bytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(kind, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * frameBytes, 28)
  header.writeUInt16LE(frameBytes, 32)
  header.writeUInt16LE(sampleBits, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes, 40)
  return header
}

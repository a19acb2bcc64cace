/** Reads an Ogg file and keeps one stream of Vorbis or Opus, in whole pages with right checksums. */
import type { SoundCut } from '../../contract/alerts/sounds.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { hasForeignContent } from './foreign-content.ts'
import { isPadding } from './sound-parts.ts'
import type { SoundParts } from './sound-parts.ts'

interface Page {
  bytes: number
  isFirst: boolean
  isLast: boolean
  serial: number
  number: number
  /** The position in samples; -1 if no packet ends on the page. */
  position: bigint
  body: Buffer
}

const lastPageFlag = 4

/**
 * Returns the pages of the first stream and their duration, or why the file is refused. The last page is marked as the last if the
 * file ends before: otherwise Chromium does not know the duration. https://www.rfc-editor.org/rfc/rfc3533#section-6
 */
export function readOgg(file: Buffer): SoundParts | UploadRefusal {
  const first = readPage(file, 0)
  if (!first?.isFirst) return 'sound_damaged'
  const rate = readRate(first.body)
  if (typeof rate === 'string') return rate
  let [at, last, end] = [0, 0, 0n]
  let page: Page | undefined
  for (let next = readPage(file, 0); next && !page?.isLast; next = readPage(file, at)) {
    if (next.serial !== first.serial) return 'sound_foreign' // another stream at the same time, such as a video
    if (next.isFirst !== (at === 0) || (page && next.number !== page.number + 1)) return 'sound_damaged'
    if (next.position > end) end = next.position
    last = at
    at += next.bytes
    page = next
  }
  const samples = Number(end) - rate.skipped
  const rest = file.subarray(at)
  if (samples <= 0 || (!page?.isLast && !isCutPage(rest))) return 'sound_damaged'
  const cut = page?.isLast ? findCut(rest) : 'end'
  if (cut === 'other' && hasForeignContent(rest)) return 'sound_foreign'
  const audio = Buffer.from(file.subarray(0, at))
  if (!page?.isLast) markLast(audio, last)
  return { durationMs: (samples / rate.sampleRate) * 1000, audio, cut: cut ? [cut] : [] }
}

/** Returns what the bytes behind a whole stream are; undefined if nothing has to be said about them. */
function findCut(rest: Buffer): SoundCut | undefined {
  if (isPadding(rest)) return undefined
  return rest.toString('latin1', 0, 4) === 'OggS' ? 'second' : 'other'
}

/** Returns whether the last bytes of a file are nothing, or a page that is cut off. */
function isCutPage(rest: Buffer): boolean {
  if (rest.length < 27) return 'OggS'.startsWith(rest.toString('latin1', 0, 4))
  return rest.toString('latin1', 0, 4) === 'OggS' && pageBytes(rest, 0) > rest.length
}

function markLast(audio: Buffer, at: number): void {
  audio[at + 5]! |= lastPageFlag
  audio.writeUInt32LE(checksumOf(audio, at, audio.length - at), at + 22)
}

/** Returns the sample rate of the stream's first packet, or why the file is refused. */
function readRate(packet: Buffer): { sampleRate: number; skipped: number } | UploadRefusal {
  // https://xiph.org/vorbis/doc/Vorbis_I_spec.html#x1-630004.2.2
  if (packet.length === 30 && packet.toString('latin1', 0, 7) === '\u0001vorbis') {
    const [channels, sampleRate] = [packet[11]!, packet.readUInt32LE(12)]
    const isUsual = channels >= 1 && channels <= 2 && sampleRate >= 8_000 && sampleRate <= 96_000
    return isUsual ? { sampleRate, skipped: 0 } : 'sound_channels'
  }
  // https://www.rfc-editor.org/rfc/rfc7845#section-5.1
  if (packet.length < 19 || packet.toString('latin1', 0, 8) !== 'OpusHead') return 'sound_codec'
  if (packet[9]! < 1 || packet[9]! > 2) return 'sound_channels'
  return { sampleRate: 48_000, skipped: packet.readUInt16LE(10) }
}

function readPage(file: Buffer, at: number): Page | undefined {
  if (at + 27 > file.length || file.toString('latin1', at, at + 4) !== 'OggS' || file[at + 4] !== 0)
    return undefined
  const bodyAt = at + 27 + file[at + 26]!
  const bytes = pageBytes(file, at)
  if (at + bytes > file.length || checksumOf(file, at, bytes) !== file.readUInt32LE(at + 22)) return undefined
  const flags = file[at + 5]!
  return {
    bytes,
    isFirst: (flags & 2) !== 0,
    isLast: (flags & lastPageFlag) !== 0,
    serial: file.readUInt32LE(at + 14),
    number: file.readUInt32LE(at + 18),
    position: file.readBigInt64LE(at + 6),
    body: file.subarray(bodyAt, at + bytes),
  }
}

/** Returns the length that a page's header announces; infinite if the header is cut off. */
function pageBytes(file: Buffer, at: number): number {
  const segments = file.subarray(at + 27, at + 27 + (file[at + 26] ?? 0))
  if (segments.length < (file[at + 26] ?? 1)) return Number.POSITIVE_INFINITY
  return segments.reduce((sum, size) => sum + size, 27 + segments.length)
}

/** The checksums of single bytes, for the polynomial 0x04c11db7. */
const byteChecksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x80000000 ? (rest << 1) ^ 0x04c11db7 : rest << 1
  return rest >>> 0
})

/** Returns the checksum of a page. Its own four bytes count as zero. */
export function checksumOf(file: Buffer, at: number, bytes: number): number {
  let sum = 0
  for (let i = 0; i < bytes; i++) {
    const byte = i >= 22 && i < 26 ? 0 : file[at + i]!
    sum = (sum << 8) ^ byteChecksums[((sum >>> 24) & 0xff) ^ byte]!
  }
  return sum >>> 0
}

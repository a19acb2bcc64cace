/** Reads an Ogg file strictly: one stream of Vorbis or Opus, in whole pages with right checksums, and nothing else. */
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

/**
 * Returns the pages and their duration; undefined if the file is not one complete stream.
 * https://www.rfc-editor.org/rfc/rfc3533#section-6
 */
export function readOgg(file: Buffer): SoundParts | undefined {
  const first = readPage(file, 0)
  const rate = first?.isFirst ? readRate(first.body) : undefined
  if (!first || !rate) return undefined
  let [at, number, end, isComplete] = [0, first.number, 0n, false]
  while (at < file.length) {
    const page = readPage(file, at)
    if (!page || isComplete || page.serial !== first.serial || page.number !== number++) return undefined
    if (page.isFirst !== (at === 0)) return undefined
    if (page.position > end) end = page.position
    isComplete = page.isLast
    at += page.bytes
  }
  const samples = Number(end) - rate.skipped
  if (!isComplete || samples <= 0) return undefined
  return { durationMs: (samples / rate.sampleRate) * 1000, audio: file }
}

/** Returns the sample rate of the stream's first packet; undefined if it is neither Vorbis nor Opus. */
function readRate(packet: Buffer): { sampleRate: number; skipped: number } | undefined {
  // https://xiph.org/vorbis/doc/Vorbis_I_spec.html#x1-630004.2.2
  if (packet.length === 30 && packet.toString('latin1', 0, 7) === '\u0001vorbis') {
    const [channels, sampleRate] = [packet[11]!, packet.readUInt32LE(12)]
    const isUsual = channels >= 1 && channels <= 2 && sampleRate >= 8_000 && sampleRate <= 96_000
    return isUsual ? { sampleRate, skipped: 0 } : undefined
  }
  // https://www.rfc-editor.org/rfc/rfc7845#section-5.1
  if (
    packet.length >= 19 &&
    packet.toString('latin1', 0, 8) === 'OpusHead' &&
    packet[9]! >= 1 &&
    packet[9]! <= 2
  )
    return { sampleRate: 48_000, skipped: packet.readUInt16LE(10) }
  return undefined
}

function readPage(file: Buffer, at: number): Page | undefined {
  if (at + 27 > file.length || file.toString('latin1', at, at + 4) !== 'OggS' || file[at + 4] !== 0)
    return undefined
  const segments = file.subarray(at + 27, at + 27 + file[at + 26]!)
  const bodyAt = at + 27 + file[at + 26]!
  const bytes = bodyAt - at + segments.reduce((sum, size) => sum + size, 0)
  if (at + bytes > file.length || checksumOf(file, at, bytes) !== file.readUInt32LE(at + 22)) return undefined
  const flags = file[at + 5]!
  return {
    bytes,
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0,
    serial: file.readUInt32LE(at + 14),
    number: file.readUInt32LE(at + 18),
    position: file.readBigInt64LE(at + 6),
    body: file.subarray(bodyAt, at + bytes),
  }
}

/** The checksums of single bytes, for the polynomial 0x04c11db7. */
const byteChecksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x80000000 ? (rest << 1) ^ 0x04c11db7 : rest << 1
  return rest >>> 0
})

/** Returns the checksum of a page, in which its own four bytes count as zero. */
export function checksumOf(file: Buffer, at: number, bytes: number): number {
  let sum = 0
  for (let i = 0; i < bytes; i++) {
    const byte = i >= 22 && i < 26 ? 0 : file[at + i]!
    sum = (sum << 8) ^ byteChecksums[((sum >>> 24) & 0xff) ^ byte]!
  }
  return sum >>> 0
}

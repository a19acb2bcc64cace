/** Reads an MP3 file strictly: nothing but tags and a run of frames. */
import type { SoundParts } from './sound-parts.ts'

/**
 * Bit rates in kbit/s and sample rates in Hz of layer III, by their numbers in a frame's header
 * (http://www.mp3-tech.org/programmer/frame_header.html).
 */
const bitRates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]
const minFrames = 3

interface Frame {
  bytes: number
  samples: number
  sampleRate: number
}

/**
 * Returns the frames without tags, and their duration; undefined if the file has anything else between its tags, or fewer than
 * three frames. A last frame that is cut off is left out, because encoders and editors leave such.
 */
export function readMp3(file: Buffer): SoundParts | undefined {
  const start = endOfFirstTag(file)
  let at = start
  let [samples, count] = [0, 0]
  let first: Frame | undefined
  for (let frame = readFrame(file, at); frame; frame = readFrame(file, at)) {
    first ??= frame
    if (frame.sampleRate !== first.sampleRate || at + frame.bytes > file.length) break
    at += frame.bytes
    samples += frame.samples
    count += 1
  }
  if (!first || count < minFrames || !isEnd(file, at)) return undefined
  return { durationMs: (samples / first.sampleRate) * 1000, audio: file.subarray(start, at) }
}

/** Returns where the frames begin: after the ID3v2 tag, if there is one (https://id3.org/id3v2.4.0-structure). */
function endOfFirstTag(file: Buffer): number {
  if (file.length < 10 || file.toString('latin1', 0, 3) !== 'ID3') return 0
  const sizes = [...file.subarray(6, 10)]
  if (sizes.some((size) => size > 0x7f)) return 0
  const footer = file[5]! & 0x10 ? 10 : 0
  return 10 + sizes.reduce((sum, size) => sum * 128 + size, 0) + footer
}

function readFrame(file: Buffer, at: number): Frame | undefined {
  if (at + 4 > file.length) return undefined
  const header = file.readUInt32BE(at)
  const [sync, version, layer] = [header >>> 21, (header >>> 19) & 3, (header >>> 17) & 3]
  const bitRate = bitRates[version === 3 ? 'mpeg1' : 'mpeg2'][(header >>> 12) & 15]
  const baseRate = sampleRates[(header >>> 10) & 3]
  if (sync !== 0x7ff || version === 1 || layer !== 1 || !bitRate || !baseRate) return undefined
  const samples = version === 3 ? 1152 : 576
  const sampleRate = baseRate / { 3: 1, 2: 2, 0: 4 }[version]!
  const padding = (header >>> 9) & 1
  return { bytes: Math.floor((samples / 8) * ((bitRate * 1000) / sampleRate)) + padding, samples, sampleRate }
}

/** Returns whether the rest of the file is empty, padding, a tag (ID3v1, APE, Lyrics3), or a frame that is cut off. */
function isEnd(file: Buffer, at: number): boolean {
  const rest = file.subarray(at)
  const isTag = ['TAG', 'APETAGEX', 'LYRICSBEGIN'].some((mark) => rest.indexOf(mark, 0, 'latin1') === 0)
  const cut = readFrame(file, at)
  return rest.every((byte) => byte === 0) || isTag || (cut !== undefined && cut.bytes > rest.length)
}

/** Reads a WAV file strictly, and writes its samples again with a header of our own. */
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
 * Returns the samples under a new header, without any other part of the file, and their duration; undefined if the file is cut off
 * or has no uncompressed sound. https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
 */
export function readWav(file: Buffer): SoundParts | undefined {
  if (file.length < headerBytes) return undefined
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let format: Format | undefined
  let samples: Buffer | undefined
  let at = 12
  while (at + 8 <= file.length) {
    const [name, bytes] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    const part = file.subarray(at + 8, at + 8 + bytes)
    if (part.length < bytes) return undefined
    if (name === 'fmt ') format ??= readFormat(part)
    if (name === 'data') samples ??= part
    at += 8 + bytes + (bytes % 2)
  }
  // A last byte is padding that some programs leave out or add.
  if (!format || !samples || samples.length < format.frameBytes || file.length - at > 1) return undefined
  const whole = samples.subarray(0, samples.length - (samples.length % format.frameBytes))
  const durationMs = (whole.length / format.frameBytes / format.sampleRate) * 1000
  return { durationMs, audio: Buffer.concat([writeHeader(format, whole.length), whole]) }
}

function readFormat(part: Buffer): Format | undefined {
  if (part.length < 16) return undefined
  const tag = part.readUInt16LE(0)
  const kind = tag === extensible && part.length >= 40 ? part.readUInt16LE(24) : tag
  const [channels, sampleRate] = [part.readUInt16LE(2), part.readUInt32LE(4)]
  const [frameBytes, sampleBits] = [part.readUInt16LE(12), part.readUInt16LE(14)]
  const isKnown =
    (kind === pcm && [8, 16, 24, 32].includes(sampleBits)) || (kind === float && sampleBits === 32)
  const isUsual = channels >= 1 && channels <= 2 && sampleRate >= 8_000 && sampleRate <= 96_000
  if (!isKnown || !isUsual || frameBytes !== (channels * sampleBits) / 8) return undefined
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

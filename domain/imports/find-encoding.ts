/** Finds the encoding of a text file that does not state it. */
import type { ImportQuestion } from '../../contract/imports/import-calls.ts'
import type { TextEncoding } from '../../contract/imports/tip-import.ts'
import { findWideEncoding, openDecoder } from './decode-text.ts'
import { readText } from './read-cell.ts'

/** The possible encodings of bytes that are not UTF-8. Only somebody who reads the text can see which one is right. */
const candidates = ['windows-1252', 'windows-1251', 'windows-1250', 'shift_jis'] as const
/** The bytes of a sample before the first one that is not ASCII, and from it on. */
const sampleBytes = { before: 12, after: 24 } as const

/**
 * Returns the encoding that the beginning of a file proves: UTF-16 by its byte order mark or its zeros, UTF-8 if it is valid. For anything
 * else returns the first candidate, and the question with how each of them reads.
 */
export function findEncoding(bytes: Buffer): { encoding: TextEncoding; question?: ImportQuestion } {
  const wide = findWideEncoding(bytes)
  if (wide) return { encoding: wide }
  const whole = bytes.subarray(0, bytes.length - countCutBytes(bytes))
  if (isUtf8(whole) || isUtf8(bytes)) return { encoding: 'utf-8' }
  const sample = cutSample(bytes)
  const texts = candidates.map((value) => ({ value, text: decodeAll(sample, value) }))
  const readings = texts.filter(({ text }) => !text.includes('\uFFFD'))
  return {
    encoding: candidates[0],
    question: {
      field: 'encoding',
      sample: '',
      readings: readings.map(({ value, text }) => ({ value, text: readText(text, 60) ?? '' })),
    },
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Returns the text around the first byte that is not ASCII, as far as it is in one cell; skips cells with an email address. */
function cutSample(bytes: Buffer): Buffer {
  let at = bytes.findIndex(isNoAscii)
  while (at !== -1) {
    const [from, to] = [at - countCell(bytes, at, -1), at + countCell(bytes, at, 1)]
    if (!bytes.subarray(from, to).includes('@'))
      return bytes.subarray(Math.max(from, at - sampleBytes.before), Math.min(to, at + sampleBytes.after))
    const next = bytes.subarray(to).findIndex(isNoAscii)
    at = next === -1 ? -1 : to + next
  }
  return Buffer.alloc(0)
}

const isNoAscii = (byte: number) => byte >= 0x80

/** Returns how many bytes of a cell there are before a byte (`step` -1), or from it on (1). */
function countCell(bytes: Buffer, at: number, step: 1 | -1): number {
  const isInside = (byte: number | undefined) =>
    byte !== undefined && byte >= 0x20 && !',;"|'.includes(String.fromCharCode(byte))
  let count = step === 1 ? 1 : 0
  while (isInside(bytes[at + (step === 1 ? count : -count - 1)])) count++
  return count
}

function decodeAll(bytes: Buffer, encoding: TextEncoding): string {
  const decode = openDecoder(encoding)
  return decode(bytes) + decode()
}

/** Returns how many bytes at the end begin a character of UTF-8 that is not complete. */
function countCutBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

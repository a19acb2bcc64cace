/** Decodes the bytes of a text file. */
import { AppError } from '../../contract/errors.ts'
import type { TextEncoding } from '../../contract/imports/tip-import.ts'

/** How files of spreadsheet programs begin: zip (XLSX, ODS) and OLE (XLS). */
const spreadsheets = ['504b0304', 'd0cf11e0']

/**
 * Decodes chunks of a file in an encoding; without one as UTF-16 if it begins with a byte order mark or every second byte is zero, and else
 * as UTF-8. Throws AppError `import_refused` for a spreadsheet, and for a file that is not UTF-8 and whose encoding is not given: its bytes
 * could be letters of any alphabet.
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  encoding?: TextEncoding,
): AsyncGenerator<string> {
  let decode: Decoder | undefined
  for await (const chunk of chunks) {
    decode ??= openFor(chunk, encoding)
    yield decode(chunk)
  }
  yield decode?.() ?? ''
}

/** Decodes one chunk, and without a chunk what is left at the end. */
type Decoder = (chunk?: Buffer) => string

function openFor(start: Buffer, encoding: TextEncoding | undefined): Decoder {
  if (spreadsheets.includes(start.subarray(0, 4).toString('hex')))
    throw new AppError('import_refused', { text: 'error_import_spreadsheet' })
  const given = encoding ?? findWideEncoding(start)
  if (given) return openDecoder(given)
  const decode = openDecoder('utf-8', true)
  return (chunk) => {
    try {
      return decode(chunk)
    } catch {
      throw new AppError('import_refused', { text: 'error_import_encoding' })
    }
  }
}

/** Opens a decoder of an encoding. It throws for bytes that do not fit if `isStrict`, and else puts U+FFFD in their place. */
export function openDecoder(encoding: TextEncoding, isStrict = false): Decoder {
  if (encoding === 'windows-1252') return (chunk) => decodeWindows1252(chunk ?? Buffer.alloc(0))
  const decoder = new TextDecoder(encoding, { fatal: isStrict })
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
}

/** Returns the kind of UTF-16 that the beginning of a file is in, if it is. */
export function findWideEncoding(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}

/** What Windows-1252 has at 80 to 9F, where Latin-1 has control characters. https://encoding.spec.whatwg.org/index-windows-1252.txt */
const western = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Decodes without `TextDecoder`, which in several releases of Node takes Windows-1252 for Latin-1: https://github.com/nodejs/node/issues/60888 */
function decodeWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009F]/g, (one) => western[one.charCodeAt(0) - 0x80]!)
}

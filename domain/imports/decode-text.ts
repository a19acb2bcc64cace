/** Decodes the bytes of a text file whose encoding nobody states. */
import { AppError } from '../../contract/errors.ts'

/** How files of spreadsheet programs begin: zip (XLSX, ODS) and OLE (XLS). */
const spreadsheets = ['504b0304', 'd0cf11e0']

/**
 * Decodes chunks of a file: UTF-16 if it begins with a byte order mark or every second byte is zero, else UTF-8, and from the first
 * chunk on that is no UTF-8, Windows-1252. Throws AppError `import_refused` for a spreadsheet.
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ReturnType<typeof openDecoder> | undefined
  for await (const chunk of chunks) {
    decode ??= openDecoder(chunk)
    yield decode(chunk)
  }
  yield decode?.() ?? ''
}

/** Returns a function that decodes one chunk, and without a chunk what is left at the end. */
function openDecoder(start: Buffer): (chunk?: Buffer) => string {
  if (spreadsheets.includes(start.subarray(0, 4).toString('hex')))
    throw new AppError('import_refused', { text: 'error_import_spreadsheet' })
  const wide = findWideEncoding(start)
  if (!wide) return openUtf8Decoder()
  const decoder = new TextDecoder(wide)
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
}

function findWideEncoding(start: Buffer): string | undefined {
  const [first, second, third, fourth] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}

function openUtf8Decoder(): (chunk?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let isStart = true
  let pending = Buffer.alloc(0)
  return (chunk) => {
    const bytes = Buffer.concat([pending, chunk ?? Buffer.alloc(0)])
    const end = chunk && isUtf8 ? bytes.length - countCutBytes(bytes) : bytes.length
    pending = bytes.subarray(end)
    if (!isUtf8) return decodeWindows1252(bytes)
    try {
      const text = decoder.decode(bytes.subarray(0, end))
      return isStart ? text : restoreMark(bytes, text)
    } catch {
      isUtf8 = false
      pending = Buffer.alloc(0)
      return decodeWindows1252(bytes)
    } finally {
      isStart = false
    }
  }
}

/** What Windows-1252 has at 80 to 9F, where Latin-1 has control characters. https://encoding.spec.whatwg.org/index-windows-1252.txt */
const western = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Decodes without `TextDecoder`, which in several releases of Node takes Windows-1252 for Latin-1: https://github.com/nodejs/node/issues/60888 */
function decodeWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009F]/g, (one) => western[one.charCodeAt(0) - 0x80]!)
}

/** Puts back what the decoder takes for a byte order mark at the beginning of a later chunk. */
function restoreMark(bytes: Buffer, text: string): string {
  return bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? `\uFEFF${text}` : text
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

/** Reads and writes the elements of EBML that make up a WebM: an id, a size and a body. https://www.rfc-editor.org/rfc/rfc8794 */

export interface Element {
  /** The id with its marker, as documents give it: `0x1a45dfa3`. */
  id: number
  body: Buffer
}

/** Thrown for bytes that are not whole elements. */
export class EbmlError extends Error {}

/** The longest id and size, in bytes. */
const longest = { id: 4, size: 8 }

/**
 * Reads the elements that follow each other in these bytes. One whose size is unknown, as a live recording writes them, ends where
 * `endsBefore` says for the id of an element in it, or with the bytes. Throws EbmlError.
 */
export function* readElements(
  bytes: Buffer,
  endsBefore: (open: number, next: number) => boolean = () => false,
): Generator<Element> {
  for (let at = 0; at < bytes.length;) {
    const { id, size, start } = readHead(bytes, at)
    const end = size === undefined ? findEnd(bytes, start, (next) => endsBefore(id, next)) : start + size
    if (end > bytes.length) throw new EbmlError('an element is cut off')
    yield { id, body: bytes.subarray(start, end) }
    at = end
  }
}

function findEnd(bytes: Buffer, start: number, isNext: (id: number) => boolean): number {
  let at = start
  while (at < bytes.length) {
    const head = readHead(bytes, at)
    if (isNext(head.id)) return at
    // An element of unknown size in another one of unknown size has the end of the outer one, or is followed by its own kind.
    at = head.size === undefined ? head.start : head.start + head.size
  }
  return bytes.length
}

function readHead(bytes: Buffer, at: number): { id: number; size: number | undefined; start: number } {
  const idBytes = countBytes(bytes, at, longest.id)
  const sizeAt = at + idBytes
  const sizeBytes = countBytes(bytes, sizeAt, longest.size)
  const start = sizeAt + sizeBytes
  if (start > bytes.length) throw new EbmlError('an element is cut off')
  const marker = 1n << BigInt(7 * sizeBytes)
  const size = readUnsigned(bytes.subarray(sizeAt, start)) - marker
  const isUnknown = size === marker - 1n
  return { id: bytes.readUIntBE(at, idBytes), size: isUnknown ? undefined : Number(size), start }
}

/** Returns how many bytes an id or a size has: one more than the zeros before its first bit. */
function countBytes(bytes: Buffer, at: number, most: number): number {
  const first = bytes[at]
  if (first === undefined) throw new EbmlError('an element is cut off')
  const count = Math.clz32(first) - 23
  if (count > most) throw new EbmlError('an id or a size is too long')
  return count
}

/** Reads a big-endian number of up to eight bytes. An empty one is 0. */
export function readUnsigned(bytes: Buffer): bigint {
  if (bytes.length > longest.size) throw new EbmlError('a number is too long')
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`)
}

/** Writes an element with this body. */
export function writeElement(id: number, ...body: readonly Buffer[]): Buffer {
  const size = body.reduce((sum, { length }) => sum + length, 0)
  const head = Buffer.alloc(idBytesOf(id) + 8)
  head.writeUIntBE(id, 0, idBytesOf(id))
  head.writeBigUInt64BE((1n << 56n) | BigInt(size), idBytesOf(id))
  return Buffer.concat([head, ...body])
}

/** Writes an element whose body is a number of up to 48 bits. */
export function writeNumber(id: number, value: number): Buffer {
  const body = Buffer.alloc(6)
  body.writeUIntBE(value, 0, 6)
  return writeElement(id, body)
}

function idBytesOf(id: number): number {
  return Math.ceil((32 - Math.clz32(id)) / 8)
}

/** Builds WebM files for tests, with the elements that the test gives: written apart from our own writer, and as others write them. */

/** Returns an element: its id as documents write it, and its size in as few bytes as it needs; an unknown size is `0xff`. */
export function element(id: string, body: Buffer | string | readonly Buffer[], size?: 'unknown'): Buffer {
  const bytes = Buffer.isBuffer(body)
    ? body
    : typeof body === 'string'
      ? Buffer.from(body)
      : Buffer.concat(body)
  const { length } = bytes
  const short =
    length < 127 ? Buffer.from([0x80 | length]) : Buffer.from([0x40 | (length >> 8), length & 255])
  const long = Buffer.alloc(4)
  long.writeUInt32BE(0x10000000 | length)
  const known = length < 16_000 ? short : long
  return Buffer.concat([Buffer.from(id, 'hex'), size ? Buffer.from([0xff]) : known, bytes])
}

export const number = (id: string, value: number) => element(id, Buffer.from([value >> 8, value & 255]))

/** Returns a whole frame of VP9, profile 0, of this size: its header, and noise in place of what is compressed. */
export function wholeFrame(width = 64, height = 48): Buffer {
  const sizes = (BigInt(width - 1) << 20n) | (BigInt(height - 1) << 4n) | (0b0010n << 36n)
  return Buffer.concat([Buffer.from([0x82, 0x49, 0x83, 0x42]), bigEndian(sizes, 5), Buffer.alloc(20, 7)])
}

/** Returns a frame of VP9 that needs the one before. */
export const laterFrame = () => Buffer.concat([Buffer.from([0x86]), Buffer.alloc(12, 9)])

function bigEndian(value: bigint, bytes: number): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex')
}

export const ebmlHead = (docType = 'webm') => element('1a45dfa3', [element('4282', docType)])

export function videoTrack(codec = 'V_VP9', extra: readonly Buffer[] = []): Buffer {
  return element('ae', [
    number('d7', 1),
    number('83', 1),
    element('86', codec),
    ...extra,
    element('e0', [number('b0', 64), number('ba', 48)]),
  ])
}

/** Returns a block of a track with the time in its cluster. */
export function simpleBlock(frame: Buffer, atMs: number, { track = 1, flags = 0x80 } = {}): Buffer {
  return element('a3', Buffer.concat([Buffer.from([0x80 | track, atMs >> 8, atMs & 255, flags]), frame]))
}

/** Returns a block with a frame that says how opaque the picture is. */
export function alphaBlock(frame: Buffer, alpha: Buffer, atMs: number): Buffer {
  const block = element('a1', Buffer.concat([Buffer.from([0x81, atMs >> 8, atMs & 255, 0]), frame]))
  return element('a0', [block, element('75a1', [element('a6', [number('ee', 1), element('a5', alpha)])])])
}

interface Parts {
  head?: Buffer
  tracks?: Buffer[]
  blocks?: Buffer[]
  /** Elements of the segment before and after the cluster. */
  before?: Buffer[]
  after?: Buffer[]
  size?: 'unknown' | undefined
}

/** Returns a WebM of two frames, with whatever the test replaces. */
export function makeWebm({
  head = ebmlHead(),
  tracks = [videoTrack()],
  before = [],
  after = [],
  ...rest
}: Parts = {}) {
  const { blocks = [simpleBlock(wholeFrame(), 0), simpleBlock(laterFrame(), 40, { flags: 0 })], size } = rest
  const cluster = element('1f43b675', [number('e7', 0), ...blocks], size)
  return Buffer.concat([
    head,
    element('18538067', [...before, element('1654ae6b', tracks), cluster, ...after], size),
  ])
}

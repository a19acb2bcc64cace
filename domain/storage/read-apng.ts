/**
 * Reads the frames of an animated PNG, which libvips does not (https://github.com/lovell/sharp/issues/2375). The chunks are parsed here;
 * the pixels of each frame are decoded by libvips as a PNG of its own. Names are those of https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
import { crc32 } from 'node:zlib'

export interface ApngFrame {
  x: number
  y: number
  width: number
  height: number
  delayMs: number
  /** What happens to the frame's area before the next frame: it stays, is cleared, or becomes what it was before. */
  dispose: 'none' | 'background' | 'previous'
  /** Whether the frame replaces its area, transparency included, or is drawn over it. */
  blend: 'source' | 'over'
  /** The frame as a PNG. */
  png: Buffer
}

export interface Apng {
  width: number
  height: number
  /** How often the animation plays; 0 is forever. */
  plays: number
  frames: ApngFrame[]
}

interface Chunk {
  name: string
  data: Buffer
}

const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
const disposals = ['none', 'background', 'previous'] as const

/** Returns how many frames a PNG announces; 1 if it is not animated. Reads only what precedes the first pixels. */
export function countApngFrames(bytes: Buffer): number {
  if (!bytes.subarray(0, 8).equals(signature)) return 1
  for (const { name, data } of listChunks(bytes)) {
    if (name === 'acTL' && data.length === 8) return data.readUInt32BE(0)
    if (name === 'IDAT') return 1
  }
  return 1
}

/** Reads an animated PNG. Throws if it is damaged. */
export function readApng(bytes: Buffer): Apng {
  const chunks = [...listChunks(bytes)]
  const header = getChunk(chunks, 'IHDR', 13)
  const control = getChunk(chunks, 'acTL', 8)
  const palette = chunks.filter(({ name }) => name === 'PLTE' || name === 'tRNS')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const frames: ApngFrame[] = []
  let [frame, parts]: [Buffer | undefined, Buffer[]] = [undefined, []]
  const finish = () => {
    if (frame) frames.push(toFrame(frame, header, palette, Buffer.concat(parts)))
    parts = []
  }
  for (const { name, data } of chunks) {
    if (name === 'fcTL') {
      finish()
      if (data.length !== 26) throw new Error('a frame of an animated PNG has no size')
      frame = data
    }
    // A picture before the first frame is for programs that show no animations.
    if (name === 'IDAT' && frame) parts.push(data)
    if (name === 'fdAT') parts.push(data.subarray(4))
  }
  finish()
  const fits = frames.every((each) => each.x + each.width <= width && each.y + each.height <= height)
  if (!fits || frames.length !== control.readUInt32BE(0)) throw new Error('an animated PNG is damaged')
  return { width, height, plays: control.readUInt32BE(4), frames }
}

function toFrame(control: Buffer, header: Buffer, palette: Chunk[], data: Buffer): ApngFrame {
  const [width, height, x, y] = [4, 8, 12, 16].map((at) => control.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ]
  const [delay, unit] = [control.readUInt16BE(20), control.readUInt16BE(22) || 100]
  const own = Buffer.from(header)
  own.writeUInt32BE(width, 0)
  own.writeUInt32BE(height, 4)
  const parts = [
    { name: 'IHDR', data: own },
    ...palette,
    { name: 'IDAT', data },
    { name: 'IEND', data: Buffer.alloc(0) },
  ]
  return {
    x,
    y,
    width,
    height,
    delayMs: Math.round((delay / unit) * 1000),
    dispose: disposals[control[24]!] ?? 'none',
    blend: control[25] === 1 ? 'over' : 'source',
    png: Buffer.concat([signature, ...parts.map(writeChunk)]),
  }
}

function getChunk(chunks: Chunk[], name: string, length: number): Buffer {
  const found = chunks.find((chunk) => chunk.name === name)
  if (found?.data.length !== length) throw new Error(`an animated PNG has no ${name}`)
  return found.data
}

/** Lists the chunks up to IEND. Throws at one that is cut off. Their checksums are not compared: pixels have another one. */
export function* listChunks(bytes: Buffer): Generator<Chunk> {
  let at = 8
  let name = ''
  while (name !== 'IEND') {
    const end = at + 8 + bytes.readUInt32BE(at)
    name = bytes.toString('latin1', at + 4, at + 8)
    yield { name, data: bytes.subarray(at + 8, end) }
    at = end + 4
  }
}

/** Returns the bytes of a chunk. */
export function writeChunk({ name, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

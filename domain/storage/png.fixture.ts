/** Creates pictures with many pixels in small files. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { listChunks, writeChunk } from './read-apng.ts'

interface Png {
  width: number
  height: number
  /** The number of bits per channel of a pixel. Default: 1. */
  depth?: 1 | 16
  /** PNG's colour type: 0 is grey, 6 is colour with transparency. Default: 0. */
  colorType?: 0 | 6
}

/** Returns a black picture that is as small as zlib can compress it. */
export function blackPng({ width, height, depth = 1, colorType = 0 }: Png): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colorType, 0, 0, 0], 8)
  const samples = colorType === 6 ? 4 : 1
  const rows = Buffer.alloc((Math.ceil((width * depth * samples) / 8) + 1) * height)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A frame of an animated PNG: a rectangle of one colour, with its numbers for disposal and blending. */
interface Rectangle {
  x: number
  y: number
  width: number
  height: number
  color: string
  dispose?: 0 | 1 | 2
  blend?: 0 | 1
}

/** Returns an animated PNG that plays three times; each frame is shown for a fifth of a second. */
export async function makeApng(frames: Rectangle[]): Promise<Buffer> {
  const pictures = await Promise.all(
    frames.map(({ width, height, color }) =>
      sharp({ create: { width, height, channels: 4, background: color } })
        .png()
        .toBuffer(),
    ),
  )
  const partsOf = (picture: Buffer) => [...listChunks(picture)]
  const header = partsOf(pictures[0]!).find(({ name }) => name === 'IHDR')!
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames.length, 0)
  control.writeUInt32BE(3, 4)
  let sequence = 0
  const parts = frames.flatMap((frame, i) => {
    const data = Buffer.concat(
      partsOf(pictures[i]!).flatMap((part) => (part.name === 'IDAT' ? part.data : [])),
    )
    const numbers = [sequence++, frame.width, frame.height, frame.x, frame.y]
    const size = Buffer.alloc(26)
    numbers.forEach((number, at) => size.writeUInt32BE(number, at * 4))
    size.set([0, 20, 0, 100, frame.dispose ?? 0, frame.blend ?? 0], 20)
    const number = Buffer.alloc(4)
    if (i > 0) number.writeUInt32BE(sequence++)
    const pixels = i === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([number, data]))
    return [chunk('fcTL', size), pixels]
  })
  const signature = pictures[0]!.subarray(0, 8)
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([signature, chunk('IHDR', header.data), chunk('acTL', control), ...parts, end])
}

const chunk = (name: string, data: Buffer) => writeChunk({ name, data })

/** Creates pictures with many pixels in small files. */
import { crc32, deflateSync } from 'node:zlib'

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

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

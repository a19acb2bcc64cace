import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PictureShape } from '../../contract/pictures.ts'
import { encodePicture } from './encode-picture.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { blackPng } from './png.fixture.ts'

const sizes = { create: { width: 300, height: 200, channels: 3, background: 'coral' } } as const
const jpeg = await sharp(sizes).jpeg().toBuffer()

async function makePictures(shape: PictureShape, bytes: Buffer): Promise<EncodedPicture[]> {
  const result = await encodePicture({ shape, bytes })
  if (typeof result === 'string') throw new Error(result)
  return result
}

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s becomes WebP of the fixed widths',
  async (format) => {
    const bytes = await sharp(sizes).toFormat(format).toBuffer()

    const avatar = await makePictures('avatar', bytes)
    const cover = await makePictures('cover', bytes)

    const shapes = await Promise.all(
      [...avatar, ...cover].map(async ({ webp }) => {
        const { format, width, height } = await sharp(webp).metadata()
        return [format, width, height]
      }),
    )
    expect(shapes).toEqual([
      ['webp', 128, 128],
      ['webp', 512, 512],
      ['webp', 640, 213],
      ['webp', 1600, 533],
    ])
  },
)

test('drops metadata after rotating a picture by it', async () => {
  const side = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'blue' } })
    .composite([
      { input: { create: { width: 100, height: 100, channels: 3, background: 'red' } }, left: 0, top: 0 },
    ])
    .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(side.toString('latin1')).toContain('Exif')

  const { webp } = (await makePictures('avatar', side))[0]!

  const { exif, icc, xmp, orientation } = await sharp(webp).metadata()
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  const { data } = await sharp(webp)
    .extract({ left: 64, top: 8, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(data[2]!) // the left half of the file is red; after the rotation it is at the top
})

test('drops bytes after the end of a picture', async () => {
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])

  for (const { webp } of await makePictures('avatar', polyglot)) {
    expect(webp.includes('<script>')).toBe(false)
    expect(webp.includes('PK\u0003\u0004')).toBe(false)
  }
})

test.each<[string, Buffer]>([
  [
    'an SVG with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  [
    'an SVG that calls itself XML',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['a script that begins like a GIF', Buffer.from('GIF89a=1;alert(1)//'.padEnd(400, ' '))],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
  ['a TIFF', await sharp(sizes).tiff().toBuffer()],
  ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
  ['noise behind a JPEG’s first bytes', Buffer.concat([jpeg.subarray(0, 20), randomBytes(2000)])],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', async (_, bytes) => {
  expect(await encodePicture({ shape: 'avatar', bytes })).toBe('refused')
})

test('the largest photo of a phone is accepted as it took it, held upright', async () => {
  const bytes = await sharp({ create: { width: 9248, height: 6936, channels: 3, background: 'plum' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

  const made = await makePictures('cover', bytes)

  expect(made.map((picture) => picture.width)).toEqual([640, 1600])
})

test.each<[string, Buffer]>([
  ['seventy megapixels', blackPng({ width: 10_000, height: 7_000 })],
  ['forty megapixels of eight bytes', blackPng({ width: 8_000, height: 5_000, depth: 16, colorType: 6 })],
  [
    'forty megapixels in several passes',
    await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: 'plum' } })
      .jpeg({ progressive: true })
      .toBuffer(),
  ],
])('a small file of %s is not decoded', async (_, bytes) => {
  expect(bytes.length).toBeLessThan(400_000)
  const before = process.memoryUsage().rss

  expect(await encodePicture({ shape: 'avatar', bytes })).toBe('too-large')

  expect(process.memoryUsage().rss - before).toBeLessThan(60e6)
})

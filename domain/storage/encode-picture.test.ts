import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PictureShape } from '../../contract/pages/pictures.ts'
import { encodePicture } from './encode-picture.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { blackPng, makeApng } from './png.fixture.ts'

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
      [...avatar, ...cover].map(async ({ bytes }) => {
        const { format, width, height } = await sharp(bytes).metadata()
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

  const { bytes: webp } = (await makePictures('avatar', side))[0]!

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

  for (const { bytes: webp } of await makePictures('avatar', polyglot)) {
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
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
  ['a TIFF', await sharp(sizes).tiff().toBuffer()],
  ['nothing', Buffer.alloc(0)],
])('%s is refused as no picture', async (_, bytes) => {
  expect(await encodePicture({ shape: 'avatar', bytes })).toBe('picture_refused')
})

test.each<[string, Buffer]>([
  ['a script that begins like a GIF', Buffer.from('GIF89a=1;alert(1)//'.padEnd(400, ' '))],
  ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
  ['noise behind a JPEG’s first bytes', Buffer.concat([jpeg.subarray(0, 20), randomBytes(2000)])],
])('%s is refused as damaged', async (_, bytes) => {
  expect(await encodePicture({ shape: 'avatar', bytes })).toBe('picture_damaged')
})

/** Inserts bytes before the last of a JPEG's markers of a kind, as cameras of phones do. */
function withStrayBytes(file: Buffer, marker: number, count: number): Buffer {
  const at = file.lastIndexOf(Buffer.from([0xff, marker]))
  return Buffer.concat([file.subarray(0, at), Buffer.alloc(count, 0x11), file.subarray(at)])
}

test.each([
  ['its tables', 0xdb, 18],
  ['its scan', 0xda, 5],
  ['its end', 0xd9, 7],
])('a JPEG with stray bytes before %s is accepted', async (_, marker, count) => {
  const made = await makePictures('avatar', withStrayBytes(jpeg, marker, count))

  expect(made.map((picture) => picture.width)).toEqual([128, 512])
})

/** Returns a GIF whose frames differ. */
async function makeGif(size: number, frames: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size * size * frames * 3, 'brimful')
  const raw = { width: size, height: size * frames, channels: 3, pageHeight: size } as const
  return sharp(bytes, { raw }).gif().toBuffer()
}

test('an animation of 400 small frames is accepted, and one of 1,001 is not', async () => {
  const many = await encodePicture({ shape: 'alert', bytes: await makeGif(16, 400) })
  const large = await encodePicture({ shape: 'alert', bytes: await makeGif(16, 1_001) })

  expect(many).toMatchObject([{ isAnimated: true }])
  expect((await sharp((many as EncodedPicture[])[0]!.bytes).metadata()).pages).toBe(400)
  expect(large).toBe('animation_large')
})

/** Returns the colours of pixels at the left, in the middle and at the right, for each frame of an animation. */
async function readColors(webp: Buffer): Promise<string[][]> {
  const { pages = 1, height } = await sharp(webp).metadata()
  const all = sharp(webp, { pages: -1 }).ensureAlpha().raw()
  const { data, info } = await all.toBuffer({ resolveWithObject: true })
  const colorAt = (page: number, x: number) => {
    const at = ((page * height + 10) * info.width + x) * 4
    const [red, green, blue, alpha] = [...data.subarray(at, at + 4)].map((value) => value > 127)
    return !alpha ? 'none' : red ? 'red' : green ? 'green' : blue ? 'blue' : 'black'
  }
  return Array.from({ length: pages }, (_, page) => [10, 30, 50].map((x) => colorAt(page, x)))
}

const left = { x: 0, y: 0, width: 20, height: 20 }
const middle = { ...left, x: 20 }
const right = { ...left, x: 40 }
const whole = { ...left, width: 60 }

test('an animated PNG stays animated: each frame is drawn onto what the one before leaves', async () => {
  const bytes = await makeApng([
    { ...whole, color: 'red' },
    { ...left, color: '#00f', dispose: 1 },
    { ...right, color: '#0f0', dispose: 2 },
    { ...middle, color: '#0000', blend: 1 },
    { ...right, color: '#0000', blend: 0 },
  ])

  const [picture] = (await encodePicture({ shape: 'alert', bytes })) as EncodedPicture[]

  expect(picture!.isAnimated).toBe(true)
  expect(await sharp(picture!.bytes).metadata()).toMatchObject({
    format: 'webp',
    loop: 3,
    delay: [200, 200, 200, 200, 200],
  })
  expect(await readColors(picture!.bytes)).toEqual([
    ['red', 'red', 'red'],
    ['blue', 'red', 'red'],
    ['none', 'red', 'green'],
    ['none', 'red', 'red'],
    ['none', 'red', 'none'],
  ])
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['cut off', (bytes) => bytes.subarray(0, -30)],
  [
    'of a frame outside the picture',
    (bytes) => bytes.fill(9, bytes.lastIndexOf('fcTL') + 16, bytes.lastIndexOf('fcTL') + 17),
  ],
  [
    'with fewer frames than it announces',
    (bytes) => bytes.fill(3, bytes.indexOf('acTL') + 7, bytes.indexOf('acTL') + 8),
  ],
  [
    'with a frame that is no picture',
    (bytes) => bytes.fill(0xff, bytes.lastIndexOf('fdAT') + 8, bytes.lastIndexOf('fdAT') + 20),
  ],
])('an animated PNG %s is refused as damaged', async (_, spoil) => {
  const apng = await makeApng([
    { ...whole, color: 'red' },
    { ...right, color: '#0f0' },
  ])

  expect(await encodePicture({ shape: 'alert', bytes: spoil(apng) })).toBe('picture_damaged')
})

test('an animated PNG of 1,001 frames is refused', async () => {
  const frames = Array.from({ length: 1_001 }, () => ({ ...left, color: 'red' }))

  expect(await encodePicture({ shape: 'alert', bytes: await makeApng(frames) })).toBe('animation_large')
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

  expect(await encodePicture({ shape: 'avatar', bytes })).toBe('picture_pixels')

  expect(process.memoryUsage().rss - before).toBeLessThan(60e6)
})

/** Tests that Chromium shows the uncommon pictures that the server accepts, and animates them in the same way. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture } from '../domain/storage/encode-picture.ts'
import { makeApng } from '../domain/storage/png.fixture.ts'
import { setUpProduct } from './product-fixture.ts'

const product = setUpProduct()

/** Returns the bytes of three pixels of each frame, at the left, in the middle and at the right, as Chromium decodes a picture. */
async function decodeIn(page: Page, bytes: Buffer, type: string): Promise<number[][][]> {
  return page.evaluate(
    async ({ data, mime }) => {
      const decoder = new ImageDecoder({ data: new Uint8Array(data), type: mime })
      await decoder.tracks.ready
      await decoder.completed
      const frames: number[][][] = []
      for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack!.frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex })
        const canvas = new OffscreenCanvas(60, 20).getContext('2d')!
        canvas.drawImage(image, 0, 0)
        frames.push([10, 30, 50].map((x) => [...canvas.getImageData(x, 10, 1, 1).data]))
      }
      return frames
    },
    { data: [...bytes], mime: type },
  )
}

test('Chromium draws the frames of an animated PNG as the server does', async () => {
  const left = { x: 0, y: 0, width: 20, height: 20 }
  const apng = await makeApng([
    { ...left, width: 60, color: '#f00' },
    { ...left, color: '#00f', dispose: 1 },
    { ...left, x: 40, color: '#0f0', dispose: 2 },
    { ...left, x: 20, color: '#0000', blend: 1 },
    { ...left, x: 40, color: '#0000' },
  ])
  const made = await encodePicture({ shape: 'alert', bytes: apng })
  if (typeof made === 'string') throw new Error(made)
  const page = await product.openPage('/')

  const [theirs, ours] = [
    await decodeIn(page, apng, 'image/png'),
    await decodeIn(page, made[0]!.bytes, 'image/webp'),
  ]

  expect(theirs).toHaveLength(5)
  const toClaims = (frames: number[][][]) =>
    frames.map((pixels) => pixels.map((pixel) => pixel.map((value) => value > 127)))
  expect(toClaims(ours)).toEqual(toClaims(theirs))
})

test('Chromium shows a JPEG with stray bytes before a marker', async () => {
  const jpeg = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#f00' } })
    .jpeg()
    .toBuffer()
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]))
  const odd = Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(18, 0x11), jpeg.subarray(at)])
  const page = await product.openPage('/')

  const [frame] = await decodeIn(page, odd, 'image/jpeg')

  expect(frame!.map(([red, green]) => [red! > 127, green! > 127])).toEqual(Array(3).fill([true, false]))
  expect(await encodePicture({ shape: 'avatar', bytes: odd })).toHaveLength(2)
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ErrorCode, ErrorText } from '../../contract/errors.ts'
import { openPictures, uploadRules } from './pictures.ts'
import { blackPng } from './png.fixture.ts'

const logged: unknown[] = []
const log = { warn: (values: unknown) => void logged.push(values) }
const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'coral' } })
  .jpeg()
  .toBuffer()

test.each<[string, Buffer, ErrorCode, ErrorText]>([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'picture_refused',
    'error_picture_refused',
  ],
  ['seventy megapixels', blackPng({ width: 10_000, height: 7_000 }), 'too_large', 'error_picture_pixels'],
])('%s is refused in a sentence, and the next picture is encoded', async (_, bytes, code, text) => {
  const pictures = openPictures(log)

  await expect(pictures.make('avatar', 'a network', async () => bytes)).rejects.toMatchObject({ code, text })

  const made = await pictures.make('avatar', 'a network', async () => jpeg)
  expect(made.map(({ width }) => width)).toEqual([128, 512])
  expect(await sharp(made[0]!.bytes).metadata()).toMatchObject({ format: 'webp', width: 128 })
})

test('a picture that takes too long is refused in a sentence, and the log says why', async () => {
  const hasty = openPictures(log, { ...uploadRules, runMs: 1 })

  const refusal = hasty.make('avatar', 'a network', async () => jpeg)

  await expect(refusal).rejects.toMatchObject({ code: 'picture_refused', text: 'error_picture_failed' })
  expect(logged).toContainEqual({ reason: expect.stringContaining('encode-program ended by SIGKILL') })
})

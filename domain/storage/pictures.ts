/** Pictures are decoded, cropped and encoded again, so that nothing but the picture is stored. */
import { randomBytes } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '../../contract/errors.ts'
import { mediaBase, pictureShapes } from '../../contract/pictures.ts'
import type { PictureShape } from '../../contract/pictures.ts'
import type { Storage } from './storage.ts'

/** The detected type of a file, and the format that sharp must find in it. */
const formats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}
const maxPixels = 40_000_000
const maxSeconds = 10

// Disables every other loader of libvips (SVG, PDF, …) for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

/** Stores a picture in all widths of its shape and returns the address of the widest. Throws AppError `picture_refused`. */
export async function storePicture(storage: Storage, shape: PictureShape, bytes: Buffer): Promise<string> {
  const pictures = await makePictures(shape, bytes)
  const id = randomBytes(16).toString('hex')
  await Promise.all(pictures.map(({ width, webp }) => storage.put(`${id}-${width}.webp`, webp, 'image/webp')))
  return `${mediaBase}${id}-${pictures.at(-1)!.width}.webp`
}

/** Deletes a picture in all its widths; ignores addresses that are not ours. */
export async function forgetPicture(storage: Storage, url: string | null): Promise<void> {
  const id = url && /^\/media\/([0-9a-f]{32})-\d+\.webp$/.exec(url)?.[1]
  if (!id) return
  const widths = Object.values(pictureShapes).flatMap(({ widths }) => [...widths])
  await Promise.all(widths.map((width) => storage.remove(`${id}-${width}.webp`)))
}

/** Encodes a picture in the widths of its shape, narrowest first. Throws AppError `picture_refused`. */
export async function makePictures(
  shape: PictureShape,
  bytes: Buffer,
): Promise<{ width: number; webp: Buffer }[]> {
  const found = await fileTypeFromBuffer(bytes)
  const format = found && formats[found.mime]
  if (!format) throw new AppError('picture_refused')
  const { widths, ratio } = pictureShapes[shape]
  try {
    // Reads only the first frame; fails for truncated files and for too many pixels.
    const source = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'warning' })
    if ((await source.metadata()).format !== format) throw new AppError('picture_refused')
    const upright = source.autoOrient().timeout({ seconds: maxSeconds })
    return await Promise.all(
      widths.map(async (width) => {
        const size = { width, height: Math.round(width / ratio), fit: 'cover' } as const
        return { width, webp: await upright.clone().resize(size).webp({ quality: 82 }).toBuffer() }
      }),
    )
  } catch {
    throw new AppError('picture_refused') // whatever the reason of libvips, the file is not an acceptable picture
  }
}

/** Pictures: decoded, cropped and written anew, so that what is kept is a picture and nothing else. */
import { randomBytes } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '../../contract/errors.ts'
import { mediaBase, pictureShapes } from '../../contract/pictures.ts'
import type { PictureShape } from '../../contract/pictures.ts'
import type { Storage } from './storage.ts'

/** What a file says it is, and what sharp must find in it. */
const formats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}
const mostPixels = 40_000_000
const mostSeconds = 10

// Whatever else libvips can read (SVG, PDF, …) is shut, whoever asks.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

/** Keeps a picture in all its widths and returns its address, the widest. Throws AppError `picture_refused`. */
export async function storePicture(storage: Storage, shape: PictureShape, bytes: Buffer): Promise<string> {
  const pictures = await makePictures(shape, bytes)
  const id = randomBytes(16).toString('hex')
  await Promise.all(pictures.map(({ width, webp }) => storage.put(`${id}-${width}.webp`, webp, 'image/webp')))
  return `${mediaBase}${id}-${pictures.at(-1)!.width}.webp`
}

/** Forgets a picture in all its widths; an address that is none of ours is left alone. */
export async function forgetPicture(storage: Storage, url: string | null): Promise<void> {
  const id = url && /^\/media\/([0-9a-f]{32})-\d+\.webp$/.exec(url)?.[1]
  if (!id) return
  const widths = Object.values(pictureShapes).flatMap(({ widths }) => [...widths])
  await Promise.all(widths.map((width) => storage.remove(`${id}-${width}.webp`)))
}

/** A picture in the widths of its shape, narrowest first. Throws AppError `picture_refused`. */
export async function makePictures(
  shape: PictureShape,
  bytes: Buffer,
): Promise<{ width: number; webp: Buffer }[]> {
  const found = await fileTypeFromBuffer(bytes)
  const format = found && formats[found.mime]
  if (!format) throw new AppError('picture_refused')
  const { widths, ratio } = pictureShapes[shape]
  try {
    // The first frame alone; a file that is cut short or has too many pixels is an error.
    const source = sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'warning' })
    if ((await source.metadata()).format !== format) throw new AppError('picture_refused')
    const upright = source.autoOrient().timeout({ seconds: mostSeconds })
    return await Promise.all(
      widths.map(async (width) => {
        const size = { width, height: Math.round(width / ratio), fit: 'cover' } as const
        return { width, webp: await upright.clone().resize(size).webp({ quality: 82 }).toBuffer() }
      }),
    )
  } catch {
    throw new AppError('picture_refused') // whatever libvips says of it, it is no picture to us
  }
}

/** Decodes an uploaded picture, crops it and encodes it again, so that no metadata or hidden content remains. */
import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { pictureShapes } from '../../contract/pictures.ts'
import type { PictureShape } from '../../contract/pictures.ts'

export interface EncodeTask {
  shape: PictureShape
  bytes: Buffer
}

export interface EncodedPicture {
  width: number
  webp: Buffer
}

/**
 * The encoded pictures, narrowest first. `refused`: the file contains no picture of an accepted format. `too-large`: the picture
 * has too many pixels.
 */
export type EncodeResult = EncodedPicture[] | 'refused' | 'too-large'

/**
 * The maximum number of pixels. Phones take photos of 12 to 64 megapixels (9,248 by 6,936), with three bytes per pixel and not
 * progressive.
 */
const maxPixels = 65_000_000
const maxDecodedBytes = 3 * maxPixels

sharp.cache(false)
sharp.concurrency(1)
// Disables all of libvips' loaders (SVG, PDF, …). Only those of the accepted formats, which are fuzzed for hostile files, are
// enabled below.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

/**
 * Encodes a picture in the widths of its shape. The file may be hostile, so only `encode-program.ts` calls this, in its own
 * process.
 */
export async function encodePicture({ shape, bytes }: EncodeTask): Promise<EncodeResult> {
  try {
    // Reads only the first frame, and fails for truncated files.
    const source = sharp(bytes, { limitInputPixels: false, pages: 1, failOn: 'warning' })
    if (isTooLarge(await source.metadata())) return 'too-large'
    return await encode(source, shape)
  } catch {
    return 'refused' // for whatever reason libvips fails, the file is not an acceptable picture
  }
}

/**
 * Decides from the header alone whether a picture is too large. A progressive picture needs more memory: libvips decodes it as a
 * whole, with two bytes per sample.
 */
function isTooLarge({ width, height, channels, depth, isProgressive }: Metadata): boolean {
  const pixels = width * height
  const sampleBytes = depth === 'ushort' || isProgressive ? 2 : 1
  return pixels > maxPixels || pixels * channels * sampleBytes > maxDecodedBytes
}

/** Decodes a picture once, in its largest width, and encodes all widths from that. */
async function encode(source: Sharp, shape: PictureShape): Promise<EncodedPicture[]> {
  const { widths, ratio } = pictureShapes[shape]
  const sizeOf = (width: number) => ({ width, height: Math.round(width / ratio), fit: 'cover' }) as const
  const { data, info } = await source
    .autoOrient()
    .resize(sizeOf(Math.max(...widths)))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pictures: EncodedPicture[] = []
  for (const each of widths) {
    const resized = sharp(data, { raw: { width, height, channels } }).resize(sizeOf(each))
    pictures.push({ width: each, webp: await resized.webp({ quality: 82 }).toBuffer() })
  }
  return pictures
}

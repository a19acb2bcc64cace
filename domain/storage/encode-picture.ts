/** Decodes an uploaded picture, crops it and encodes it again, so that no metadata or hidden content remains. */
import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { pictureShapes } from '../../contract/pictures.ts'
import type { PictureShape } from '../../contract/pictures.ts'

export interface EncodeTask {
  /** `alert`: not cropped, and animated if the file is. */
  shape: PictureShape | 'alert'
  bytes: Buffer
}

export interface EncodedPicture {
  width: number
  webp: Buffer
  isAnimated?: boolean
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
 * Encodes a picture in the widths of its shape. The file may be hostile, so only `process-upload.ts` calls this, in its own
 * process.
 */
export async function encodePicture({ shape, bytes }: EncodeTask): Promise<EncodeResult> {
  try {
    const source = openHostilePicture(bytes)
    const header = await source.metadata()
    if (isTooLarge(header)) return 'too-large'
    return shape === 'alert' ? await encodeForAlert(source, bytes, header) : await encode(source, shape)
  } catch {
    return 'refused' // for whatever reason libvips fails, the file is not an acceptable picture
  }
}

/** Opens a picture of an accepted format. Reads only the first frame, and fails for truncated files. */
export function openHostilePicture(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: false, pages: 1, failOn: 'warning' })
}

/**
 * Decides from the header alone whether a picture is too large. A progressive picture needs more memory: libvips decodes it as a
 * whole, with two bytes per sample.
 */
export function isTooLarge({ width, height, channels, depth, isProgressive }: Metadata): boolean {
  const pixels = width * height
  const sampleBytes = depth === 'ushort' || isProgressive ? 2 : 1
  return pixels > maxPixels || pixels * channels * sampleBytes > maxDecodedBytes
}

/** The width and height of a picture for alerts, at most. */
const alertPictureSize = 512
/** The maximum number of frames of an animated picture, and of bytes of the encoded one. */
const maxFrames = 150
const maxAlertBytes = 5 * 1024 * 1024

/** Encodes a picture for alerts, with all its frames. The pixels of all frames together are limited like those of one picture. */
async function encodeForAlert(source: Sharp, bytes: Buffer, header: Metadata): Promise<EncodeResult> {
  const frames = header.pages ?? 1
  const { width, height, channels } = header
  if (frames > maxFrames || width * height * channels * frames > maxDecodedBytes) return 'too-large'
  const isAnimated = frames > 1
  const all = isAnimated
    ? sharp(bytes, { limitInputPixels: false, pages: -1, failOn: 'warning' })
    : source.autoOrient()
  const webp = await all
    .resize({
      width: alertPictureSize,
      height: alertPictureSize,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: 82 })
    .toBuffer()
  return webp.length > maxAlertBytes ? 'too-large' : [{ width: alertPictureSize, webp, isAnimated }]
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

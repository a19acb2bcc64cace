/** Decodes an uploaded picture, crops it and encodes it again, so that no metadata or hidden content remains. */
import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { pictureShapes } from '../../contract/pages/pictures.ts'
import type { PictureFormat } from '../../contract/pages/picture-formats.ts'
import type { PictureShape } from '../../contract/pages/pictures.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { drawApng } from './draw-apng.ts'
import type { Pixels } from './draw-apng.ts'
import { countApngFrames } from './read-apng.ts'
import { isWebm, readWebm } from './read-webm.ts'
import { writeWebm } from './write-webm.ts'

export interface EncodeTask {
  /** `alert`: not cropped, and animated if the file is. */
  shape: PictureShape | 'alert'
  bytes: Buffer
}

export interface EncodedPicture {
  width: number
  format: PictureFormat
  bytes: Buffer
  isAnimated?: boolean
}

/** The encoded pictures, narrowest first, or why the file is refused. */
export type EncodeResult = EncodedPicture[] | UploadRefusal

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
  if (shape === 'alert' && isWebm(bytes)) return rewriteVideo(bytes)
  try {
    const source = openHostilePicture(bytes)
    const header = await source.metadata()
    if (isTooLarge(header)) return 'picture_pixels'
    return shape === 'alert' ? await encodeForAlert(source, bytes, header) : await encode(source, shape)
  } catch {
    // For whatever reason libvips fails, the file is not an acceptable picture.
    if (isPicture(bytes)) return 'picture_damaged'
    return shape === 'alert' ? 'alert_picture_refused' : 'picture_refused'
  }
}

/** Returns whether a file begins like a picture of an accepted format: JPEG, PNG, GIF or WebP. */
export function isPicture(bytes: Buffer): boolean {
  return /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF[^]{4}WEBP)/.test(bytes.toString('latin1', 0, 12))
}

/**
 * Opens a picture of an accepted format. Reads only the first frame by default, or all (-1). Fails for truncated files, but not for what
 * decoders only warn of: phones write a few stray bytes before a marker (https://github.com/lovell/sharp/issues/1578,
 * https://github.com/lovell/sharp/issues/2416), and browsers show those photos.
 */
export function openHostilePicture(bytes: Buffer, pages = 1): Sharp {
  return sharp(bytes, { limitInputPixels: false, pages, failOn: 'error' })
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
const insideAlert = {
  width: alertPictureSize,
  height: alertPictureSize,
  fit: 'inside',
  withoutEnlargement: true,
} as const
/**
 * The maximum number of frames of an animated picture, and of bytes of the encoded one. What decoding costs is limited by the pixels of
 * all frames; a thousand of 64 by 64 take four seconds on a busy core, and three thousand of 8 by 8 take one.
 */
const maxFrames = 1_000
const maxAlertBytes = 5 * 1024 * 1024

/** Encodes a picture for alerts, with all its frames. The pixels of all frames together are limited like those of one picture. */
async function encodeForAlert(source: Sharp, bytes: Buffer, header: Metadata): Promise<EncodeResult> {
  const apngFrames = countApngFrames(bytes)
  const frames = Math.max(header.pages ?? 1, apngFrames)
  const { width, height, channels } = header
  if (frames > maxFrames || width * height * channels * frames > maxDecodedBytes) return 'animation_large'
  const isAnimated = frames > 1
  const webp =
    apngFrames > 1 ? await encodeApng(bytes, apngFrames) : await encodeAll(source, bytes, isAnimated)
  return webp.length > maxAlertBytes
    ? 'animation_large'
    : [{ width: alertPictureSize, format: 'webp', bytes: webp, isAnimated }]
}

/** Writes a video anew, with its frames as they are, because encoding them takes minutes. */
function rewriteVideo(bytes: Buffer): EncodeResult {
  const video = readWebm(bytes)
  if (typeof video === 'string') return video
  const written = writeWebm(video)
  if (written.length > maxAlertBytes) return 'animation_large'
  return [{ width: alertPictureSize, format: 'webm', bytes: written, isAnimated: true }]
}

function encodeAll(source: Sharp, bytes: Buffer, isAnimated: boolean): Promise<Buffer> {
  const all = isAnimated ? openHostilePicture(bytes, -1) : source.autoOrient()
  return all.resize(insideAlert).webp({ quality: 82 }).toBuffer()
}

/** Encodes an animated PNG of that many frames. Each is resized before the next is read, so that few bytes are in memory. */
async function encodeApng(bytes: Buffer, count: number): Promise<Buffer> {
  let strip: Pixels | undefined // all frames, one below the other
  let at = 0
  const { loop, delay } = await drawApng(
    bytes,
    (png) => readPixels(openHostilePicture(png)),
    async ({ data, ...size }) => {
      const frame = await readPixels(sharp(data, { raw: { ...size, channels: 4 } }).resize(insideAlert))
      strip ??= { ...frame, data: Buffer.alloc(frame.data.length * count) }
      at += frame.data.copy(strip.data, at)
    },
  )
  const { width, height, data } = strip!
  const raw = { width, height: height * count, channels: 4, pageHeight: height } as const
  return sharp(data, { raw, limitInputPixels: false }).webp({ quality: 82, loop, delay }).toBuffer()
}

async function readPixels(picture: Sharp): Promise<Pixels> {
  const rgba = picture.ensureAlpha().toColourspace('srgb').raw({ depth: 'uchar' })
  const { data, info } = await rgba.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
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
    const bytes = await resized.webp({ quality: 82 }).toBuffer()
    pictures.push({ width: each, format: 'webp', bytes })
  }
  return pictures
}

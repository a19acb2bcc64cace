/** Stored pictures: WebP files of fixed widths, and WebM files for alerts. The picture with a given name never changes. */
import * as z from 'zod/mini'

/** The pictures of an account. */
export const pictureKind = z.enum(['avatar', 'cover'])
export type PictureKind = z.output<typeof pictureKind>
export type PictureShape = PictureKind | 'goal'

/** For each shape, the ratio of width to height, and the widths in pixels that we store. A browser loads the smallest that suffices. */
export const pictureShapes = {
  avatar: { widths: [128, 512], ratio: 1 },
  cover: { widths: [640, 1600], ratio: 3 },
  goal: { widths: [640, 1280], ratio: 2 },
} as const satisfies Record<PictureShape, { widths: readonly number[]; ratio: number }>

export const maxPictureBytes = 5 * 1024 * 1024

/** The limits of a WebM as an alert's picture: pixels of each side, seconds, and frames (60 a second). */
export const maxVideo = { side: 1_280, seconds: 30, frames: 1_800 }

/** The path that we serve pictures under. */
export const mediaBase = '/media/'

const widthEnd = /-\d+\.webp$/

/** The displayed width of the cover picture on a creator's page, for the attribute `sizes`. */
export const coverSizes = '(min-width: 69rem) 69rem, 100vw'

/** Returns the stored widths of a picture, for the attribute `srcset`; undefined if we do not store the picture. */
export function sourcesOf(url: string, shape: PictureShape): string | undefined {
  if (!url.startsWith(mediaBase)) return undefined
  return pictureShapes[shape].widths.map((width) => `${pictureAt(url, width)} ${width}w`).join(', ')
}

/** Returns the URL of a picture in another stored width. The URL of a picture that we do not store is returned unchanged. */
export function pictureAt(url: string, width: number): string {
  return url.startsWith(mediaBase) ? url.replace(widthEnd, `-${width}.webp`) : url
}

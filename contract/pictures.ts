/** Pictures as they are kept: WebP of fixed widths, each name for ever the same picture. */
import * as z from 'zod/mini'

/** The pictures of an account; a goal has one of its own shape. */
export const pictureKind = z.enum(['avatar', 'cover'])
export type PictureKind = z.output<typeof pictureKind>
export type PictureShape = PictureKind | 'goal'

/** The widths that each kind is kept in, and width by height; a browser asks for the smallest that is enough. */
export const pictureShapes = {
  avatar: { widths: [128, 512], ratio: 1 },
  cover: { widths: [640, 1600], ratio: 3 },
  goal: { widths: [640, 1280], ratio: 2 },
} as const satisfies Record<PictureShape, { widths: readonly number[]; ratio: number }>

export const maxPictureBytes = 5 * 1024 * 1024

/** Where pictures are served. */
export const mediaBase = '/media/'

const widthEnd = /-\d+\.webp$/

/** How wide the picture at the head of a creator's page is drawn, as `sizes` wants it. */
export const coverSizes = '(min-width: 69rem) 69rem, 100vw'

/** The widths that a picture is kept in, as `srcset` wants them; undefined for one that is not ours. */
export function sourcesOf(url: string, shape: PictureShape): string | undefined {
  if (!url.startsWith(mediaBase)) return undefined
  return pictureShapes[shape].widths.map((width) => `${pictureAt(url, width)} ${width}w`).join(', ')
}

/** The address of a picture in another of its widths; one that is not ours stays as it is. */
export function pictureAt(url: string, width: number): string {
  return url.startsWith(mediaBase) ? url.replace(widthEnd, `-${width}.webp`) : url
}

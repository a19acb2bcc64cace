import { mediaBase, pictureAt, pictureShapes } from '../../../contract/pictures.ts'
import type { PictureShape } from '../../../contract/pictures.ts'

/** The widths that a picture is kept in, as `srcset` wants them; undefined for one that is not ours. */
export function sourcesOf(url: string, shape: PictureShape): string | undefined {
  if (!url.startsWith(mediaBase)) return undefined
  return pictureShapes[shape].widths.map((width) => `${pictureAt(url, width)} ${width}w`).join(', ')
}

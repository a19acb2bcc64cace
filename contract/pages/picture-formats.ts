/** The formats of stored pictures. Without schemas, because overlay pages load this file. */

/** The formats of stored pictures: the file name's extension, and the media type. */
export const pictureFormats = { webp: 'image/webp', webm: 'video/webm' } as const
export type PictureFormat = keyof typeof pictureFormats

const movingEnd = '.webm' satisfies `.${PictureFormat}`

/** Returns whether a stored picture is a video, which an `img` does not show. */
export function isVideo(url: string): boolean {
  return url.endsWith(movingEnd)
}

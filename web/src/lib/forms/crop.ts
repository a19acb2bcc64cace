/** Which part of a picture its frame shows: the zoom, and the horizontal and vertical position from 0 to 1. */
export interface Framing {
  zoom: number
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

interface Rect extends Size {
  left: number
  top: number
}

/** The centre of the picture at the lowest zoom. */
export const centred: Framing = { zoom: 1, x: 0.5, y: 0.5 }

export const maxZoom = 4

/** Returns the part of a picture that a frame with this aspect ratio (width by height) shows. */
export function cropOf({ width, height }: Size, ratio: number, { zoom, x, y }: Framing): Rect {
  const visibleWidth = Math.min(width, height * ratio) / clamp(zoom, 1, maxZoom)
  const visibleHeight = visibleWidth / ratio
  return {
    left: (width - visibleWidth) * clamp(x, 0, 1),
    top: (height - visibleHeight) * clamp(y, 0, 1),
    width: visibleWidth,
    height: visibleHeight,
  }
}

/** Returns the framing after the picture was dragged by a distance in units of the frame's size. */
export function dragFraming(
  size: Size,
  ratio: number,
  framing: Framing,
  by: { x: number; y: number },
): Framing {
  const { width, height } = cropOf(size, ratio, framing)
  const move = (place: number, slack: number, distance: number) =>
    slack > 0.5 ? clamp(place - distance / slack, 0, 1) : place
  return {
    ...framing,
    x: move(framing.x, size.width - width, by.x * width),
    y: move(framing.y, size.height - height, by.y * height),
  }
}

/** Renders a part of a picture as a WebP file of at most `maxWidth` pixels in width. */
export async function drawCrop(picture: ImageBitmap, rect: Rect, maxWidth: number): Promise<Blob | null> {
  const width = Math.max(1, Math.round(Math.min(maxWidth, rect.width)))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((width * rect.height) / rect.width))
  const { left, top, width: w, height: h } = rect
  canvas.getContext('2d')?.drawImage(picture, left, top, w, h, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

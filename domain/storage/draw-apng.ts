/** Draws the frames of an animated PNG onto each other, so that each is a whole picture. */
import { readApng } from './read-apng.ts'
import type { ApngFrame } from './read-apng.ts'

/** The width and height of a picture in pixels of four bytes, and the bytes. */
export interface Pixels {
  width: number
  height: number
  data: Buffer
}

interface Animation {
  /** How often the animation plays; 0 is forever. */
  loop: number
  /** How many milliseconds each frame is shown. */
  delay: number[]
}

/**
 * Passes each frame of an animated PNG to `take`, as a whole picture that is valid until `take` has returned. `decode` reads the pixels of a
 * PNG. Throws if the file is damaged. https://www.w3.org/TR/png-3/#fcTL-chunk
 */
export async function drawApng(
  bytes: Buffer,
  decode: (png: Buffer) => Promise<Pixels>,
  take: (picture: Pixels) => Promise<void>,
): Promise<Animation> {
  const { width, height, plays, frames } = readApng(bytes)
  const canvas = { width, height, data: Buffer.alloc(width * height * 4) }
  for (const frame of frames) {
    const pixels = await decode(frame.png)
    const before = frame.dispose === 'previous' ? Buffer.from(canvas.data) : undefined
    draw(canvas, frame, pixels.data)
    await take(canvas)
    if (before) canvas.data = before
    if (frame.dispose === 'background')
      draw(canvas, { ...frame, blend: 'source' }, Buffer.alloc(pixels.data.length))
  }
  return { loop: plays, delay: frames.map(({ delayMs }) => delayMs) }
}

function draw(canvas: Pixels, { x, y, width, height, blend }: ApngFrame, pixels: Buffer): void {
  for (let row = 0; row < height; row++) {
    const from = row * width * 4
    const to = ((y + row) * canvas.width + x) * 4
    if (blend === 'source') pixels.copy(canvas.data, to, from, from + width * 4)
    else for (let i = 0; i < width * 4; i += 4) drawOver(canvas.data, to + i, pixels, from + i)
  }
}

/** Draws one pixel over another (https://www.w3.org/TR/png-3/#13Alpha-channel-processing). */
function drawOver(below: Buffer, at: number, above: Buffer, from: number): void {
  const [top, bottom] = [above[from + 3]!, below[at + 3]!]
  if (top === 0) return
  const rest = (bottom * (255 - top)) / 255
  const alpha = top + rest
  for (let i = 0; i < 3; i++)
    below[at + i] = Math.round((above[from + i]! * top + below[at + i]! * rest) / alpha)
  below[at + 3] = Math.round(alpha)
}

/**
 * Loads creators' pictures, each once. An alert shows its picture by an address of its own: animated images of one address share one
 * timeline, so an animation would go on where the alert before has left it
 * (“rendered synchronized to the same timeline as a group”, https://html.spec.whatwg.org/multipage/rendering.html#images-3).
 */
import { isVideo } from '../../contract/pages/picture-formats.ts'

/** Returns a new element that shows a picture from its beginning. It frees the address of its own by itself. */
export type DrawPicture = () => HTMLElement

/** The maximum number of pictures that are kept: more than a style can have. */
const maxKept = 12

const kept = new Map<string, Promise<DrawPicture | undefined>>()

/** Loads a picture, unless it is kept. Resolves to undefined if it is gone or cannot be decoded; the next call tries again. */
export function loadPicture(path: string): Promise<DrawPicture | undefined> {
  const known = kept.get(path)
  if (known) return known
  const loading = readPicture(path).catch(() => void kept.delete(path))
  kept.set(path, loading)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  return loading
}

async function readPicture(path: string): Promise<DrawPicture> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`The picture could not be loaded: ${response.status}`)
  const blob = await response.blob()
  if (isVideo(path)) return (await import('./video.ts')).openVideo(blob)
  ;(await createImageBitmap(blob)).close() // rejects if it cannot be decoded
  return () => createImage(blob)
}

/** Returns the element of a picture, whose address is freed once the picture is there. */
function createImage(picture: Blob): HTMLElement {
  const element = document.createElement('img')
  const address = URL.createObjectURL(picture)
  element.alt = ''
  element.onload = element.onerror = () => URL.revokeObjectURL(address)
  element.src = address
  return element
}

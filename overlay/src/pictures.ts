/**
 * Loads creators' pictures, each once. An alert shows its picture by an address of its own: animated images of one address share one
 * timeline, so an animation would go on where the alert before has left it
 * (“rendered synchronized to the same timeline as a group”, https://html.spec.whatwg.org/multipage/rendering.html#images-3).
 */

/** The maximum number of pictures that are kept: more than a style can have. */
const maxKept = 12

const kept = new Map<string, Promise<Blob | undefined>>()

/** Loads a picture, unless it is kept. Resolves to undefined if it is gone or cannot be decoded; the next call tries again. */
export function loadPicture(path: string): Promise<Blob | undefined> {
  const known = kept.get(path)
  if (known) return known
  const loading = readPicture(path).catch(() => void kept.delete(path))
  kept.set(path, loading)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  return loading
}

async function readPicture(path: string): Promise<Blob> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`The picture could not be loaded: ${response.status}`)
  const blob = await response.blob()
  ;(await createImageBitmap(blob)).close() // rejects if it cannot be decoded
  return blob
}

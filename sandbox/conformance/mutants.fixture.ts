/** Makes mutants: copies of a document with one error each, which a working validator must reject. */

export interface Mutant {
  /** The change and where it was made. */
  what: string
  document: unknown
}

/**
 * Returns mutants of every value and object in a document: each value once with another type, each object once with an unknown
 * property.
 */
export function listMutants(document: unknown): Mutant[] {
  return listPaths(document).flatMap((path) => {
    const value = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], document)
    const where = `/${path.join('/')}`
    const wrong = { what: `${where} of another type`, document: replaceAt(document, path, otherType(value)) }
    if (!isRecord(value)) return [wrong]
    const more = { ...value, surprise: 'nobody knows this' }
    return [wrong, { what: `${where} with a surprise`, document: replaceAt(document, path, more) }]
  })
}

/** Returns a copy without the property at a path like `/purchase_units/0/amount`; undefined if there is no such property. */
export function without(document: unknown, pointer: string): Mutant | undefined {
  const path = pointer.split('/').slice(1)
  const copy = structuredClone(document)
  const last = path.pop()!
  let inner: unknown = copy
  for (const key of path)
    inner = isRecord(inner) || Array.isArray(inner) ? Reflect.get(inner, key) : undefined
  if (!isRecord(inner) || !(last in inner)) return undefined
  delete inner[last]
  return { what: `without ${pointer}`, document: copy }
}

function listPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...path, key]))]
}

function otherType(value: unknown): unknown {
  if (value === null) return [4711] // where null is valid, a string may be valid too, so the mutant has a list
  return typeof value === 'string' ? 4711 : 'not what stood here'
}

function replaceAt(document: unknown, path: string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const inner = (document as Record<string, unknown>)[key]
  if (Array.isArray(document)) return document.with(Number(key), replaceAt(inner, rest, value))
  return { ...(document as object), [key]: replaceAt(inner, rest, value) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

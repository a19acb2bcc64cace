/** Mutants: falsified copies of a document, which a working check must refuse. */

export interface Mutant {
  /** The change, and where it was made. */
  what: string
  document: unknown
}

/**
 * Returns a copy for each value, which has another type there, and a copy for each object, which has an unknown property there.
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

/** A copy without the property at a path like `/purchase_units/0/amount`; undefined when there is none. */
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
  if (value === null) return [4711] // null may stand for a string, so a string in its place could be valid
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

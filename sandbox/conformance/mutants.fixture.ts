/** Falsified copies of a document: a check that accepts one of them checks nothing. */

export interface Mutant {
  /** What was done, and where. */
  what: string
  document: unknown
}

/** Every value by one of another type, and every object with a property that nobody knows; one change a copy. */
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

/** A copy without what stands at a path like `/purchase_units/0/amount`; undefined when nothing stands there. */
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
  if (value === null) return [4711] // what may be missing may be a text as well
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

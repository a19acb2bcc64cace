/** Reads and writes Stripe's encoding of objects and lists in forms and queries: `line_items[0][price_data][currency]=gbp`. */

type Nested = { [name: string]: Nested | string }

/** Decodes a form. All values stay strings. */
export function readForm(text: string): unknown {
  const root: Nested = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    put(root, path, value)
  }
  return toLists(root)
}

/**
 * Encodes a form. A value that is neither a string nor an object, as in a document of `mutants.fixture.ts`, becomes a list, which
 * is never valid in its place.
 */
export function writeForm(document: unknown): string {
  return String(new URLSearchParams(listPairs(document, [])))
}

function listPairs(value: unknown, path: string[]): [string, string][] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => listPairs(inner, [...path, name]))
  const [head = '', ...rest] = [...path, ...(typeof value === 'string' ? [] : ['0'])]
  return [[head + rest.map((part) => `[${part}]`).join(''), String(value)]]
}

function put(into: Nested, [head = '', ...rest]: string[], value: string): void {
  const name = head === '' ? String(Object.keys(into).length) : head // an empty name, as in `expand[]`, appends to the list
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const inner = (into[name] ??= {})
  if (typeof inner === 'object') put(inner, rest, value)
}

function toLists(value: Nested | string): unknown {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([name, inner]) => [name, toLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** Finds secrets where they must not be, in every encoding that may be sent. */

/** A string that only some people may see. */
export interface Secret {
  /** Its name in the report, because the string itself is never printed. */
  name: string
  text: string
  /** Returns whether this trace may contain the secret; by default no trace may. */
  isAllowedIn?(trace: Trace): boolean
}

/** A piece of data that left the product. */
export interface Trace {
  kind: TraceKind
  /**
   * The place where the data appeared: `GET /api/v1/account/profile`, `/alerts`, the path of a webhook's endpoint, the channel of a
   * chat, the subject of an email, the name of a process.
   */
  where: string
  text: string
  /** The account whose session sent the request. */
  requester?: string | undefined
  /** The recipients of an email. */
  to?: string[]
}

export const traceKinds = [
  'http',
  'cookie',
  'socket',
  'webhook',
  'irc',
  'youtube',
  'paypal',
  'mail',
  'queue',
  'log',
] as const
export type TraceKind = (typeof traceKinds)[number]

/** A secret found in a trace that must not contain it. */
export interface Leak {
  secret: string
  kind: TraceKind
  where: string
  encoding: string
}

/** Returns all leaks, each one once. */
export function findLeaks(secrets: readonly Secret[], traces: readonly Trace[]): Leak[] {
  const encoded = secrets.map((secret) => ({ secret, forms: encodedForms(secret.text) }))
  const byText = new Map<string, Trace[]>()
  for (const trace of traces) byText.set(trace.text, [...(byText.get(trace.text) ?? []), trace])

  const leaks = new Map<string, Leak>()
  for (const [text, sameText] of byText) {
    const lowerCase = text.toLowerCase()
    for (const { secret, forms } of encoded) {
      const form = forms.find(({ value, ignoresCase }) => (ignoresCase ? lowerCase : text).includes(value))
      if (!form) continue
      for (const trace of sameText.filter((trace) => !secret.isAllowedIn?.(trace))) {
        const leak = { secret: secret.name, kind: trace.kind, where: trace.where, encoding: form.encoding }
        leaks.set(Object.values(leak).join(' '), leak)
      }
    }
  }
  return [...leaks.values()]
}

interface EncodedForm {
  encoding: string
  value: string
  ignoresCase: boolean
}

function encodedForms(text: string): EncodedForm[] {
  const bytes = Buffer.from(text)
  const ignoringCase = {
    plain: text,
    JSON: JSON.stringify(text).slice(1, -1),
    'JSON in JSON': JSON.stringify(JSON.stringify(text)).slice(3, -3),
    URL: encodeURIComponent(text),
    form: new URLSearchParams({ '': text }).toString().slice(1),
    HTML: escapeHtml(text),
    hex: bytes.toString('hex'),
    'bytes as Latin-1': bytes.toString('latin1'),
  }
  const forms = [
    ...Object.entries(ignoringCase).map(([encoding, value]) => ({
      encoding,
      value: value.toLowerCase(),
      ignoresCase: true,
    })),
    ...[0, 1, 2]
      .flatMap((offset) => base64At(bytes, offset))
      .map((value) => ({ encoding: 'base64', value, ignoresCase: false })),
  ]
  // Removes duplicates, because most strings are the same in most encodings.
  return forms.filter(({ value }, index) => forms.findIndex((other) => other.value === value) === index)
}

/**
 * Returns the part of the base64 text of `bytes` that does not depend on surrounding bytes, if `offset` bytes before them belong
 * to the same group of three; in both alphabets of RFC 4648.
 */
function base64At(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const endsGroup = (offset + bytes.length) % 3 === 0
  const inner = text.slice([0, 2, 3][offset], endsGroup ? undefined : -1)
  return [...new Set([inner, inner.replaceAll('+', '-').replaceAll('/', '_')])]
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

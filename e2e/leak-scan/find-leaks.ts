/** Looks for strings that must not be where they are, in every dress in which they travel. */

/** A string that was planted, or that exists and is nobody else's business. */
export interface Secret {
  /** What it is, for the report; the string itself is not printed. */
  name: string
  text: string
  /** Where it may be; nowhere unless told. */
  isAllowedIn?(record: Trace): boolean
}

/** Something that left the house. */
export interface Trace {
  kind: TraceKind
  /** `GET /api/v1/account/profile`, `/alerts`, a chat, a mail's subject, a process. */
  where: string
  text: string
  /** Whose session asked for it. */
  asker?: string | undefined
  /** Who received it, of a mail. */
  to?: string[]
}

export const traceKinds = [
  'http',
  'cookie',
  'socket',
  'irc',
  'youtube',
  'paypal',
  'mail',
  'queue',
  'log',
] as const
export type TraceKind = (typeof traceKinds)[number]

/** A secret in a place where it may not be. */
export interface Leak {
  secret: string
  kind: TraceKind
  where: string
  dress: string
}

/** Every leak, each once. */
export function findLeaks(secrets: readonly Secret[], traces: readonly Trace[]): Leak[] {
  const dressed = secrets.map((secret) => ({ secret, dresses: dressesOf(secret.text) }))
  const texts = new Map<string, Trace[]>()
  for (const trace of traces) texts.set(trace.text, [...(texts.get(trace.text) ?? []), trace])

  const leaks = new Map<string, Leak>()
  for (const [text, alike] of texts) {
    const folded = text.toLowerCase()
    for (const { secret, dresses } of dressed) {
      const dress = dresses.find(({ looks, isFolded }) => (isFolded ? folded : text).includes(looks))
      if (!dress) continue
      for (const trace of alike.filter((trace) => !secret.isAllowedIn?.(trace))) {
        const leak = { secret: secret.name, kind: trace.kind, where: trace.where, dress: dress.name }
        leaks.set(Object.values(leak).join(' '), leak)
      }
    }
  }
  return [...leaks.values()]
}

interface Dress {
  name: string
  looks: string
  /** Upper and lower case count the same. */
  isFolded: boolean
}

function dressesOf(text: string): Dress[] {
  const bytes = Buffer.from(text)
  const folded = {
    plain: text,
    JSON: JSON.stringify(text).slice(1, -1),
    'JSON in JSON': JSON.stringify(JSON.stringify(text)).slice(3, -3),
    address: encodeURIComponent(text),
    form: new URLSearchParams({ '': text }).toString().slice(1),
    HTML: escapeHtml(text),
    hex: bytes.toString('hex'),
    'bytes as Latin-1': bytes.toString('latin1'),
  }
  const exact = [0, 1, 2].flatMap((offset) => base64At(bytes, offset))
  const dresses = [
    ...Object.entries(folded).map(([name, looks]) => ({ name, looks: looks.toLowerCase(), isFolded: true })),
    ...exact.map((looks) => ({ name: 'base64', looks, isFolded: false })),
  ]
  // Most strings look the same in most of them.
  return dresses.filter(({ looks }, at) => dresses.findIndex((other) => other.looks === looks) === at)
}

/** What of a base64 text does not depend on its neighbours, so many bytes behind the beginning of a group; both alphabets. */
function base64At(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const isWhole = (offset + bytes.length) % 3 === 0
  const inner = text.slice([0, 2, 3][offset], isWhole ? undefined : -1)
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
  return text.replace(/[&<>"']/g, (letter) => entities[letter]!)
}

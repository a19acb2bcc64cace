/** Keeps public pages for a few seconds, in each requested encoding. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const freshMs = 2_000
/** Within this time an old page is still sent, while a new one is made. */
const staleMs = 20_000
const maxPages = 300

/** How browsers and proxies may keep a public page (https://www.rfc-editor.org/rfc/rfc5861#section-3). */
export const visitorCaching = `public, max-age=${freshMs / 1000}, stale-while-revalidate=${staleMs / 1000}`

/** The encodings that pages are sent in, the preferred one first. */
export const encodings = ['br', 'gzip', 'identity'] as const

export type Encoding = (typeof encodings)[number]

/** A document. Returns it in an encoding, and makes that at its first request. */
export type CachedPage = (encoding: Encoding) => Promise<Buffer>

interface Entry {
  page: CachedPage
  madeAt: number
}

/** Opens a cache. `now` returns milliseconds. */
export function openPageCache(now: () => number = Date.now) {
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<CachedPage | undefined>>()

  async function make(key: string, render: () => Promise<string | undefined>) {
    const html = await render()
    entries.delete(key)
    if (html === undefined) return undefined
    const page = toPage(html)
    entries.set(key, { page, madeAt: now() })
    for (const oldest of entries.keys()) {
      if (entries.size <= maxPages) break
      entries.delete(oldest)
    }
    return page
  }

  function makeOnce(key: string, render: () => Promise<string | undefined>) {
    const running = making.get(key) ?? make(key, render).finally(() => making.delete(key))
    making.set(key, running)
    return running
  }

  return {
    /**
     * Returns the page under a key. If it is missing or too old, waits for `render`, which runs once for all who wait; undefined if
     * that returns undefined.
     */
    async get(key: string, render: () => Promise<string | undefined>): Promise<CachedPage | undefined> {
      const entry = entries.get(key)
      const age = entry ? now() - entry.madeAt : Infinity
      if (!entry || age > staleMs) return makeOnce(key, render)
      if (age > freshMs) makeOnce(key, render).catch(() => undefined) // a failed page is made again by the next request
      return entry.page
    },
  }
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)]
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 5 }

function toPage(html: string): CachedPage {
  const identity = Buffer.from(html)
  const made = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const known = made.get(encoding)
    if (known) return known
    const content = encode(identity, encoding)
    made.set(encoding, content)
    return content
  }
}

async function encode(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return compressBrotli(identity, { params: brotliParams })
    case 'gzip':
      return compressGzip(identity)
    case 'identity':
      return identity
  }
}

/**
 * Checks an uploaded PDF, which may be hostile, without a reader of PDFs: that it can be opened without a password, has few pages, and
 * holds nothing that acts. It is not a virus scanner; what it lets through is only passed on as a download. Names are those of ISO 32000.
 */
import { inflateSync } from 'node:zlib'
import { maxDocumentPages } from '../../contract/payments/evidence-files.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'

/** The most bytes that the compressed objects of a PDF may unpack to, all together. */
const maxUnpacked = 32_000_000

/** Keys and types of what runs, opens or holds something else. `/JS` alone could be a part of compressed data. */
const active =
  /\/(JavaScript|Launch|EmbeddedFiles?|FileAttachment|RichMedia|SubmitForm|ImportData|GoToE|Rendition|XFA\s*[[\d])/
const scripts = /\/JS[\s([<\d]/

/** Returns what is wrong with a PDF; undefined if nothing is. */
export function findPdfFault(bytes: Buffer): UploadRefusal | undefined {
  const raw = bytes.toString('latin1')
  if (!raw.startsWith('%PDF-') || !raw.slice(-1024).includes('%%EOF')) return 'document_unreadable'
  const unpacked = unpackObjects(bytes, raw)
  if (unpacked === undefined) return 'document_unreadable'
  const all = withoutEscapes(raw)
  if (/\/Encrypt[\s<\d]/.test(all)) return 'document_locked'
  if (active.test(all) || active.test(unpacked) || scripts.test(withoutStreams(all) + unpacked))
    return 'document_active'
  const pages = (withoutStreams(all) + unpacked).match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0
  if (pages === 0) return 'document_unreadable'
  return pages > maxDocumentPages ? 'document_pages' : undefined
}

/** A name may have any of its characters as `#` and two digits, so that a search for it would miss it. */
function withoutEscapes(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

function withoutStreams(text: string): string {
  return text.replace(/stream\r?\n[\s\S]*?endstream/g, ' ')
}

/**
 * Unpacks everything that could be objects, and nothing that says it is an image. Undefined when objects are packed in a way that is
 * not read here, or unpack to too much.
 */
function unpackObjects(bytes: Buffer, raw: string): string | undefined {
  const found: string[] = []
  let left = maxUnpacked
  for (const match of raw.matchAll(/stream\r?\n/g)) {
    if (raw.slice(match.index - 3, match.index) === 'end') continue
    const head = withoutEscapes(raw.slice(Math.max(0, match.index - 1000), match.index))
      .split('endobj')
      .at(-1)!
    const isObjects = head.includes('/ObjStm')
    if (!isObjects && /\/Image(?![A-Za-z])/.test(head)) continue
    const filter = /\/Filter\s*\[?\s*\/(\w+)\s*(\/?)/.exec(head)
    if (filter && filter[1] !== 'FlateDecode' && isObjects) return undefined
    if (isObjects && filter?.[2] === '/' && /\/Filter\s*\[\s*\/\w+\s*\/\w+/.test(head)) return undefined
    if (isObjects && /\/Predictor\s+(?!1\b)\d/.test(head)) return undefined
    if (filter?.[1] !== 'FlateDecode') continue // what is not packed is searched as it is
    const objects = unpack(bytes.subarray(match.index + match[0].length), left)
    if (objects === undefined) return undefined
    left -= objects.length
    found.push(withoutEscapes(objects))
  }
  return found.join('\n')
}

/** Returns undefined if the result is larger than that. */
function unpack(packed: Buffer, maxOutputLength: number): string | undefined {
  if (maxOutputLength <= 0) return undefined
  try {
    return inflateSync(packed, { maxOutputLength }).toString('latin1')
  } catch (error) {
    // What cannot be unpacked is not an object of a PDF that anybody can open.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : ''
  }
}

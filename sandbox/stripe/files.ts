/** Stores uploaded files of connected accounts. https://docs.stripe.com/file-upload, https://docs.stripe.com/api/files/object */
import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import type Stripe from 'stripe'
import * as z from 'zod'
import { readMultipart } from '../multipart.ts'
import { invalid } from './api-error.ts'
import { type Api, parse } from './api-handler.ts'
import type { StripeContext } from './context.ts'
import { makeId, nowInSeconds } from './ids.ts'
import type { UploadedFile } from './store.ts'

/** The published limits of files for disputes: PDF, JPEG or PNG, 5 MB, kept for nine months. */
const maxBytes = 5 * 1024 ** 2
const keptSeconds = 9 * 30 * 86_400

const createFile = z.strictObject({
  purpose: z.enum(['dispute_evidence'], 'Invalid purpose'),
  file: z.strictObject({ name: z.string(), size: z.number(), hash: z.string(), kind: z.string() }),
})

/** Replaces the form of an upload by its fields, with facts about the file in the place of its bytes. */
export const readUpload: RequestHandler = (request, _response, next) => {
  if (request.method !== 'POST') return next()
  const parts = readMultipart(request.get('content-type'), request.body) ?? []
  request.body = Object.fromEntries(
    parts.map(({ name, filename, content }) => [
      name,
      filename === undefined
        ? content.toString()
        : { name: filename, size: content.length, hash: hashOf(content), kind: kindOf(content) },
    ]),
  )
  next()
}

/** Adds the call that uploads a file to the connected account. */
export function addFileCalls(api: Api, { store }: StripeContext): void {
  api.addForAccount('post', '/v1/files', 'dispute', ({ request, account }) => {
    const { purpose, file } = parse(createFile, request.body)
    if (file.kind === 'other') throw invalid('The file for a dispute must be a PDF, a JPEG or a PNG.', 'file')
    if (file.size > maxBytes) throw invalid('The file is larger than the purpose allows.', 'file')
    const { name, size, hash, kind } = file
    const stored = { id: makeId('file', 24), account: account.id, purpose, name, size, hash, kind }
    store.files[stored.id] = { ...stored, created: nowInSeconds() }
    store.save()
    return fileView(store.files[stored.id]!)
  })
}

function fileView({ id, purpose, name, size, kind, created }: UploadedFile): Stripe.File {
  return {
    id,
    object: 'file',
    created,
    expires_at: created + keptSeconds,
    filename: name,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size,
    title: null,
    type: kind,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  }
}

/** Stripe looks at what a file is, and not at its name. */
function kindOf(content: Buffer): string {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf'
  if (content.subarray(0, 3).toString('hex') === 'ffd8ff') return 'jpg'
  return content.subarray(0, 8).toString('hex') === '89504e470d0a1a0a' ? 'png' : 'other'
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Makes a tool's write once for each `Idempotency-Key`, and responds to a repeated request with the first one's response, for a day
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { claimToolWrite, releaseToolWrite, saveToolWrite } from '../../db/queries/tools/tool-writes.ts'
import { isSame } from '../security/tokens.ts'

const keyShape = /^[\x21-\x7e]{1,100}$/

export interface KeyedWrite {
  tokenId: string
  key: string
  /** What the request asks for. The same key with another request is refused. */
  request: unknown
}

/**
 * Runs a write unless it was made before. A write that is refused is forgotten, so that the tool may try it again. One that fails
 * otherwise may be tried again after a minute, with the same id, because its change may have been stored. Throws AppError
 * `write_differs` if the key belongs to another request, `write_running` if the first request is under way, and what the write throws.
 */
export async function repeatWrite(
  db: Db,
  { tokenId, key, request }: KeyedWrite,
  write: (writeId: string) => Promise<unknown>,
): Promise<unknown> {
  if (!keyShape.test(key)) throw new AppError('invalid_input')
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
  const own = { tokenId, key, requestHash }
  const claim = await claimToolWrite(db, own)
  if (!claim) throw new AppError('write_running', { retryAfter: 1 }) // its first request has just been refused
  if (!('writeId' in claim)) return responseOf(claim, requestHash)
  const response = await write(claim.writeId).catch(async (error: unknown) => {
    if (error instanceof AppError) await releaseToolWrite(db, own)
    throw error
  })
  await saveToolWrite(db, own, response)
  return response
}

function responseOf(earlier: { requestHash: Buffer; response: unknown }, requestHash: Buffer): unknown {
  if (!isSame(earlier.requestHash, requestHash)) throw new AppError('write_differs')
  if (earlier.response === null) throw new AppError('write_running', { retryAfter: 1 })
  return earlier.response
}

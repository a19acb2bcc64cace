/** Imitates a creator who keeps uploading pictures during failures. */
import sharp from 'sharp'
import { expect } from 'vitest'
import type { ErrorBody } from '../../contract/errors.ts'
import { openSession } from '../../domain/accounts/sessions.ts'
import type { Participants } from './fixture.ts'
import { maxAnswerMs } from './supporters.ts'

/**
 * Returns a function that uploads a picture and returns the picture's address, or undefined if the server refused it. The
 * function throws if the response takes too long, or if a refusal has no text for people.
 */
export async function openUploader({ product, creator }: Pick<Participants, 'product' | 'creator'>) {
  const token = await openSession(product.db, creator.uid, 'a browser')
  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'plum' } })
    .png()
    .toBuffer()
  return async (): Promise<string | undefined> => {
    const body = new FormData()
    body.set('picture', new Blob([new Uint8Array(picture)]), 'picture')
    const response = await fetch(`${product.url}/api/v1/account/upload-picture?kind=avatar`, {
      method: 'POST',
      body,
      headers: { cookie: `brimful_session=${token}` },
      signal: AbortSignal.timeout(maxAnswerMs),
    })
    const answer = (await response.json()) as ErrorBody & { userImg?: string }
    if (response.ok) return answer.userImg
    expect([response.status, answer.ErrorMessage]).toEqual([503, expect.stringMatching(/^\S.*[.!]$/)])
    return undefined
  }
}

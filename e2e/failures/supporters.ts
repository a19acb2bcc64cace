/** Imitates supporters who keep trying to pay during failures, and records how long they wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ErrorBody } from '../../contract/errors.ts'
import { solveProof } from '../../domain/security/solve-proof.fixture.ts'
import { approve } from '../tip-requests.ts'
import type { Participants } from './fixture.ts'

/** A response that takes longer than this fails the test. Five seconds are promised (docs/failures.md); three are for a busy machine. */
export const maxAnswerMs = 8_000

/** Opens the supporters of a creator, each with an IP address of their own. */
export function openSupporters({ product, creator }: Pick<Participants, 'product' | 'creator'>) {
  const base = `${product.url}/api/v1/paypal`
  const answers = { taken: 0, refused: 0, longestMs: 0 }
  let supporterCount = 0

  /**
   * Repeats a request until the server accepts it. Throws if a response takes too long, or if a refusal has no text for people.
   */
  async function requestUntilTaken<T>(path: string, body: object, address: string): Promise<T> {
    let proof: object | undefined
    for (;;) {
      const from = performance.now()
      const response = await send(base + path, { ...body, ...(proof && { proof }) }, address)
      if (response) answers.longestMs = Math.max(answers.longestMs, Math.round(performance.now() - from))
      if (response?.ok) {
        answers.taken += 1
        return (await response.json()) as T
      }
      const refusal = response && ((await response.json()) as ErrorBody)
      if (refusal) {
        answers.refused += 1
        expect(refusal.ErrorMessage).toMatch(/^\S.*[.!]$/)
      }
      proof = refusal?.challenge && (await solveProof(refusal.challenge))
      await sleep(200)
    }
  }

  return {
    /** How many requests were accepted and refused so far, and the longest wait for a response. */
    answers,
    /** Pays a tip: a general one, or one toward the goal, which is posted to the chats. */
    async payTip(name: string, { isGeneral }: { isGeneral: boolean }): Promise<void> {
      const address = `10.0.${supporterCount >> 8}.${supporterCount & 255}`
      supporterCount += 1
      const order = {
        GoalUid: isGeneral ? null : creator.goaluuid,
        amount: 700,
        name,
        message: 'For the clay!',
        ReceipentUID: creator.uid,
        isPrivateMessage: false,
      }
      const { orderId } = await requestUntilTaken<{ orderId: string }>('/create-order', order, address)
      await approve(product, orderId)
      await requestUntilTaken(`/capture-order/${orderId}`, {}, address)
    },
  }
}

/** Sends a request. Returns undefined if the server is not running; throws if the response takes too long. */
async function send(url: string, body: object, address: string): Promise<Response | undefined> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(maxAnswerMs),
  }).catch((error: Error) => {
    if (error.name === 'TimeoutError') throw new Error(`${url}: no answer`, { cause: error })
    return undefined
  })
}

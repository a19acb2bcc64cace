import type { SolvedProof } from '../../../../contract/proof.ts'
import { CallError } from './call-error.ts'

/**
 * Makes a request, and repeats it with a solved challenge when the server demands one. The visitor only notices a short
 * delay.
 */
export async function retryWithProof<T>(request: (proof?: SolvedProof) => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof CallError) || !error.challenge) throw error
    const { solveProofChallenge } = await import('./solve-challenge.ts')
    return request(await solveProofChallenge(error.challenge))
  }
}

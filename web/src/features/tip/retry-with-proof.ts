import type { SolvedProof } from '../../../../contract/proof.ts'
import { CallError } from '../../lib/call-error.ts'

/** Asks, and once more with a proof when the server wants one first. The fan sees nothing of it but a moment's wait. */
export async function retryWithProof<T>(request: (proof?: SolvedProof) => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof CallError) || !error.challenge) throw error
    const { solveProofChallenge } = await import('./solve-challenge.ts')
    return request(await solveProofChallenge(error.challenge))
  }
}

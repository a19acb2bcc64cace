import { creatorPageCalls } from '../../../../contract/first-calls.ts'
import { prefetchCall } from '../../lib/prefetch-call.ts'

/** Asks for all that a creator's pages show at first, while their code is on its way. */
export function prefetchCreatorPage(userName: string): void {
  for (const definition of creatorPageCalls) prefetchCall(definition, { query: { username: userName } })
}

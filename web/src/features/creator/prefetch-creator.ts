import { creatorPageCalls } from '../../../../contract/creator-page-calls.ts'
import { prefetchCall } from '../../lib/prefetch-call.ts'

/** Prefetches everything that a creator's page shows first, while its code is loading. */
export function prefetchCreatorPage(userName: string): void {
  for (const definition of creatorPageCalls) prefetchCall(definition, { query: { username: userName } })
}

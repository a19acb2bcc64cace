import { creatorPageCalls } from '../../../../contract/creator-page-calls.ts'
import type { CallDefinition } from '../../../../contract/call.ts'
import { send } from '../../lib/call.ts'
import type { CallInputParts } from '../../lib/fetch-call.ts'
import { callKey, queryClient } from '../../lib/query-client.ts'

/** Prefetches everything that a creator's page shows first, while its code is loading. */
export function prefetchCreatorPage(userName: string): void {
  for (const definition of creatorPageCalls) prefetchCall(definition, { query: { username: userName } })
}

/** Starts a GET call whose response `useCall` will need. If it fails, `useCall` makes the call again. */
function prefetchCall(definition: CallDefinition, input: CallInputParts): void {
  void queryClient.prefetchQuery({
    queryKey: callKey(definition, input),
    queryFn: ({ signal }) => send(definition, input, { errorsTo: 'caller', signal }),
  })
}

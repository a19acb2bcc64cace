import type { QueryClient } from '@tanstack/react-query'
import { creatorPageCalls } from '../../../../contract/pages/creator-page-calls.ts'
import type { CallDefinition } from '../../../../contract/call.ts'
import { send } from '../../lib/calls/call.ts'
import type { CallInputParts } from '../../lib/calls/fetch-call.ts'
import { callKey } from '../../lib/calls/query-client.ts'

/** Loads everything that a creator's page shows first, while its code is loading. */
export async function prefetchCreatorPage(userName: string, client: QueryClient): Promise<void> {
  const input = { query: { username: userName } }
  await Promise.all(creatorPageCalls.map((definition) => prefetchCall(client, definition, input)))
}

/** Makes a GET call whose response `useCall` will need. If it fails, `useCall` makes the call again. */
function prefetchCall(client: QueryClient, definition: CallDefinition, input: CallInputParts): Promise<void> {
  return client.prefetchQuery({
    queryKey: callKey(definition, input),
    queryFn: ({ signal }) => send(definition, input, { errorsTo: 'caller', signal }),
  })
}

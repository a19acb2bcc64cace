import type { CallDefinition } from '../../../contract/call.ts'
import { send } from './call.ts'
import type { CallInputParts } from './fetch-call.ts'
import { callKey, queryClient } from './query-client.ts'

/** Starts a GET call whose response `useCall` will need. When it fails, `useCall` repeats it. */
export function prefetchCall(definition: CallDefinition, input: CallInputParts): void {
  void queryClient.prefetchQuery({
    queryKey: callKey(definition, input),
    queryFn: ({ signal }) => send(definition, input, { errorsTo: 'caller', signal }),
  })
}

import type { CallDefinition } from '../../../contract/call.ts'
import { send } from './call.ts'
import type { CallInputParts } from './fetch-call.ts'
import { callKey, queryClient } from './query-client.ts'

/** Makes a GET call whose answer a component will want with `useCall`; what fails now is asked again by it. */
export function prefetchCall(definition: CallDefinition, input: CallInputParts): void {
  void queryClient.prefetchQuery({
    queryKey: callKey(definition, input),
    queryFn: ({ signal }) => send(definition, input, { errorsTo: 'caller', signal }),
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallResponse, CallDefinition, CallInput } from '../../../../contract/call.ts'
import { send } from './call.ts'
import type { ErrorsTo } from './error-rule.ts'
import { callKey } from './query-client.ts'

interface UseCallOptions<C extends CallDefinition> {
  enabled?: boolean
  /** Who shows a failure; by default the component itself, from `error`. */
  errorsTo?: ErrorsTo
  /** Shown until the response arrives. */
  placeholder?: CallResponse<C> | undefined
  staleTime?: number
  /** Milliseconds until the next refetch, or a function that computes them from the last response. */
  refetchInterval?: number | ((response: CallResponse<C> | undefined) => number)
}

type Arguments<C extends CallDefinition> = [keyof CallInput<C>] extends [never]
  ? [input?: Record<string, never>, options?: UseCallOptions<C>]
  : [input: CallInput<C>, options?: UseCallOptions<C>]

/** Data that is loaded, or the state of loading it. */
export interface Loaded<T> {
  data: T | undefined
  /** Whether there is no data because the last attempt to load it failed. */
  hasFailed: boolean
  refetch: () => void
}

/**
 * Loads the response of a GET call for a component. `setData` changes the cached response without a call. While nothing is loaded yet a
 * change may return undefined: the call is then made once more after the first response.
 */
export function useCall<C extends CallDefinition>(definition: C, ...[input, options = {}]: Arguments<C>) {
  const client = useQueryClient()
  const { enabled, errorsTo = 'caller', placeholder, staleTime, refetchInterval } = options
  const queryKey = callKey(definition, input)
  const query = useQuery<CallResponse<C>>({
    queryKey,
    queryFn: ({ signal }) => send(definition, input ?? {}, { errorsTo, signal }) as Promise<CallResponse<C>>,
    ...(enabled === undefined ? {} : { enabled }),
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(refetchInterval === undefined ? {} : { refetchInterval: toInterval(refetchInterval) }),
  })
  /** Loads once more after the request under way, whose response can be older than a change that came before it. */
  async function loadNext(): Promise<void> {
    await query.refetch({ cancelRefetch: false })
    await query.refetch({ cancelRefetch: false })
  }
  const { data = placeholder, error, isPending, isFetching, dataUpdatedAt: updatedAt } = query
  return {
    data,
    error,
    hasFailed: data === undefined && error !== null && !isFetching,
    isPending,
    isFetching,
    /** When the response arrived, by this browser's clock. */
    updatedAt,
    refetch: () => void query.refetch(),
    setData: (change: (now: CallResponse<C> | undefined) => CallResponse<C> | undefined) => {
      const changed = change(client.getQueryData<CallResponse<C>>(queryKey))
      if (changed === undefined) return void loadNext()
      client.setQueryData<CallResponse<C>>(queryKey, changed)
      void client.cancelQueries({ queryKey }) // a response to an earlier request would replace this value by an older one
    },
  }
}

function toInterval<T>(interval: number | ((response: T | undefined) => number)) {
  if (typeof interval === 'number') return interval
  return ({ state }: { state: { data: T | undefined } }) => interval(state.data)
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer, CallDefinition, CallInput } from '../../../contract/call.ts'
import { send } from './call.ts'
import type { ErrorsTo } from './error-rule.ts'
import { callKey } from './query-client.ts'

export interface UseCallOptions<C extends CallDefinition> {
  enabled?: boolean
  /** By default the screen shows the failure itself, from `error`. */
  errorsTo?: ErrorsTo
  /** Shown until the answer is there. */
  placeholder?: Answer<C> | undefined
  staleTime?: number
  /** Milliseconds to the next question, from what was answered last. */
  refetchInterval?: number | ((answer: Answer<C> | undefined) => number)
}

type Arguments<C extends CallDefinition> = [keyof CallInput<C>] extends [never]
  ? [input?: Record<string, never>, options?: UseCallOptions<C>]
  : [input: CallInput<C>, options?: UseCallOptions<C>]

/** Keeps the answer of a GET call for a component; `setData` changes the kept answer without asking again. */
export function useCall<C extends CallDefinition>(definition: C, ...[input, options = {}]: Arguments<C>) {
  const client = useQueryClient()
  const { enabled, errorsTo = 'caller', placeholder, staleTime, refetchInterval } = options
  const queryKey = callKey(definition, input)
  const query = useQuery<Answer<C>>({
    queryKey,
    queryFn: ({ signal }) => send(definition, input ?? {}, { errorsTo, signal }) as Promise<Answer<C>>,
    ...(enabled === undefined ? {} : { enabled }),
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(refetchInterval === undefined ? {} : { refetchInterval: toInterval(refetchInterval) }),
  })
  const { data, error, isPending, isFetching, dataUpdatedAt: updatedAt } = query
  return {
    data: data ?? placeholder,
    error,
    isPending,
    isFetching,
    /** When the answer came, by this browser's clock. */
    updatedAt,
    refetch: () => void query.refetch(),
    setData: (change: (now: Answer<C> | undefined) => Answer<C> | undefined) => {
      client.setQueryData<Answer<C>>(queryKey, (now) => change(now))
      void client.cancelQueries({ queryKey }) // an answer that is on its way is older than what was just set
    },
  }
}

function toInterval<T>(interval: number | ((answer: T | undefined) => number)) {
  if (typeof interval === 'number') return interval
  return ({ state }: { state: { data: T | undefined } }) => interval(state.data)
}

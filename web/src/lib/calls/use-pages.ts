import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallResponse, CallDefinition } from '../../../../contract/call.ts'
import { send } from './call.ts'
import { callKey } from './query-client.ts'

/** Loads a list page by page. The `next` of a response is the `cursor` of the next call; `filter` is the rest of its query. */
export function usePages<C extends CallDefinition, T>(
  definition: CallResponse<C> extends { next: string | null } ? C : never,
  itemsOf: (page: CallResponse<C>) => T[],
  filter: Record<string, string> = {},
) {
  const query = useInfiniteQuery({
    queryKey: [...callKey(definition), 'pages', filter],
    queryFn: ({ pageParam, signal }) => {
      const input = { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }
      return send(definition, input, { errorsTo: 'caller', signal }) as Promise<CallResponse<C>>
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { next: string | null }).next,
  })
  const { data, error, isFetching, hasNextPage, isFetchingNextPage } = query
  return {
    data: data?.pages.flatMap(itemsOf),
    hasFailed: error !== null && !data && !isFetching,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  }
}

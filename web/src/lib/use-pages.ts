import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer, CallDefinition } from '../../../contract/call.ts'
import { send } from './call.ts'
import { callKey } from './query-client.ts'

/** Keeps a list that comes in pages: `next` of an answer is the `cursor` of the call after it. */
export function usePages<C extends CallDefinition>(
  definition: Answer<C> extends { next: string | null } ? C : never,
) {
  const query = useInfiniteQuery({
    queryKey: [...callKey(definition), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const input = { query: pageParam === null ? {} : { cursor: pageParam } }
      return send(definition, input, { errorsTo: 'caller', signal }) as Promise<Answer<C>>
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { next: string | null }).next,
  })
  const { data, error, hasNextPage, isFetchingNextPage } = query
  return {
    pages: data?.pages,
    hasFailed: error !== null && !data,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  }
}

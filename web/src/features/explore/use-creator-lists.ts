import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import {
  getAllCreators,
  getAllCreatorsForSearch,
  getAllCreatorsForTags,
} from '../../../../contract/account-calls.ts'
import type { Creator } from '../../../../contract/entities.ts'
import { send } from '../../lib/call.ts'
import { callKey, queryClient } from '../../lib/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../lib/use-call.ts'
import { sortByUserName, matchCreators, maxSuggestions, filterByTag } from './match-creators.ts'

/** As many creators as a bare call gives at most; a list of that length has been cut. */
const maxListLength = 1000

/** The creators of the page: all of them, those of a tag, or those that were searched for. */
export function useCreatorList(tag: string | null, searched: string) {
  const uid = useStore((state) => state.auth.user?.uid)
  const all = useAllCreators(uid, !tag)
  const tagged = useCall(getAllCreatorsForTags, { query: { uid } }, { enabled: Boolean(tag) })
  const list = tag ? tagged : all
  const isCut = (list.data?.length ?? 0) >= maxListLength
  const isSearchedByServer = isCut && Boolean(tag || searched)
  const found = useCall(
    tag ? getAllCreatorsForTags : getAllCreators,
    { query: { uid, ...(tag ? { tag } : {}), ...(searched ? { q: searched } : {}) } },
    { enabled: isSearchedByServer },
  )

  const source = isSearchedByServer ? found : list
  return {
    creators: source.data && filterCreators(source.data, tag, searched),
    hasFailed: source.data === undefined && source.error !== null,
    retry: source.refetch,
    more: tag || searched ? undefined : all.more,
  }
}

/** What stands behind a list that was cut, and whether it could not be read. */
export interface MoreCreators {
  hasFailed: boolean
  load: () => void
}

/** Asks for what the page shows at first, while its code is on its way. */
export function prefetchCreators(): void {
  void queryClient.prefetchInfiniteQuery(allCreatorsQuery(useStore.getState().auth.user?.uid))
}

/** All creators, a thousand at a time: the first call is a bare one. */
function allCreatorsQuery(uid: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...callKey(getAllCreators, { uid }), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => {
      const input = { query: { uid, ...(cursor === null ? {} : { cursor }) } }
      return send(getAllCreators, input, { errorsTo: 'caller', signal }) as Promise<Creator[]>
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < maxListLength ? null : (last.at(-1)?.user_name ?? null)),
  })
}

function useAllCreators(uid: string | undefined, enabled: boolean) {
  const query = useInfiniteQuery({ ...allCreatorsQuery(uid), enabled })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const more: MoreCreators = {
    hasFailed: isFetchNextPageError,
    load: () => void (isFetchingNextPage || query.fetchNextPage()),
  }
  return {
    data: data?.pages.flat(),
    error,
    refetch: () => void query.refetch(),
    more: hasNextPage ? more : undefined,
  }
}

function filterCreators(creators: Creator[], tag: string | null, searched: string): Creator[] {
  const matching = searched ? matchCreators(creators, searched) : creators
  return sortByUserName(filterByTag(matching, tag))
}

/** The first creators that match what is being typed; asks for the list only once something is. */
export function useSuggestions(text: string): Creator[] {
  const uid = useStore((state) => state.auth.user?.uid)
  const typed = text.trim()
  const all = useCall(getAllCreatorsForSearch, { query: { uid } }, { enabled: typed !== '', errorsTo: 'log' })
  const isCut = (all.data?.length ?? 0) >= maxListLength
  const found = useCall(
    getAllCreatorsForSearch,
    { query: { uid, q: typed, limit: maxSuggestions } },
    { enabled: isCut && typed !== '', errorsTo: 'log' },
  )
  return matchCreators((isCut ? found.data : undefined) ?? all.data ?? [], typed).slice(0, maxSuggestions)
}

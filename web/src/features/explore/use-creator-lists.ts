import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import {
  getAllCreators,
  getAllCreatorsForSearch,
  getAllCreatorsForTags,
} from '../../../../contract/accounts/account-calls.ts'
import type { Creator } from '../../../../contract/entities.ts'
import { send } from '../../lib/calls/call.ts'
import type { QueryClient } from '@tanstack/react-query'
import { longAgo } from '../../lib/page-data.ts'
import { callKey } from '../../lib/calls/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { sortByUserName, matchCreators, maxSuggestions, filterByTag } from './match-creators.ts'

/** The server returns at most this many creators at once, so a list of this length may be incomplete. */
const maxListLength = 1000

/**
 * Returns the creators of Explore: all of them, those with a tag, or those that match a search. The server filters if the loaded
 * list is incomplete; otherwise the browser does.
 */
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
    ...source,
    data: source.data && filterCreators(source.data, tag, searched),
    more: tag || searched ? undefined : all.more,
  }
}

/** How to load the next creators of a list that has more. */
export interface MoreCreators {
  hasFailed: boolean
  load: () => void
}

/** Prefetches what Explore shows first, while its code is loading; with a tag in its address another list than without. */
export function prefetchCreators(search: string, client: QueryClient): Promise<void> {
  const uid = useStore.getState().auth.user?.uid
  if (!new URLSearchParams(search).get('tag')) {
    return client.prefetchInfiniteQuery(allCreatorsQuery(uid))
  }
  const input = { query: { uid } }
  return client.prefetchQuery({
    queryKey: callKey(getAllCreatorsForTags, input),
    queryFn: ({ signal }) => send(getAllCreatorsForTags, input, { errorsTo: 'caller', signal }),
  })
}

/** One more than the first cards, so that the page knows that there are more. */
const renderedCount = 25

/** Shortens a loaded list to what the rendered page shows; the browser loads the whole list once the page is hydrated. */
export function shortenCreators(search: string, client: QueryClient): void {
  const tag = new URLSearchParams(search).get('tag')
  const shorten = (creators: Creator[]) => filterCreators(creators, tag, '').slice(0, renderedCount)
  if (tag) {
    const key = callKey(getAllCreatorsForTags, { query: { uid: undefined } })
    client.setQueryData<Creator[]>(key, (all) => all && shorten(all), { updatedAt: longAgo })
    return
  }
  const { queryKey } = allCreatorsQuery(undefined)
  const isShort = (client.getQueryData(queryKey)?.pages.flat().length ?? 0) <= renderedCount
  if (isShort) return
  client.setQueryData(queryKey, (all) => all && { pages: [shorten(all.pages.flat())], pageParams: [null] }, {
    updatedAt: longAgo,
  })
}

/**
 * Returns the query of all creators, a thousand per page. The first request has no cursor and is exactly the specification's
 * call.
 */
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
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const more: MoreCreators = {
    hasFailed: isFetchNextPageError,
    load: () => void (isFetchingNextPage || query.fetchNextPage()),
  }
  return {
    data: data?.pages.flat(),
    hasFailed: error !== null && !data && !isFetching,
    refetch: () => void query.refetch(),
    more: hasNextPage ? more : undefined,
  }
}

function filterCreators(creators: Creator[], tag: string | null, searched: string): Creator[] {
  const matching = searched ? matchCreators(creators, searched) : creators
  return sortByUserName(filterByTag(matching, tag))
}

/** Returns the first creators that match the typed text. Loads creators only once something is typed. */
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

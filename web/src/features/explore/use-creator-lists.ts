import {
  getAllCreators,
  getAllCreatorsForSearch,
  getAllCreatorsForTags,
} from '../../../../contract/account-calls.ts'
import type { Creator } from '../../../../contract/entities.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../lib/use-call.ts'
import { byUserName, matchCreators, mostSuggestions, withTag } from './match-creators.ts'

/** As many creators as a bare call gives at most; a list of that length has been cut. */
const cutAt = 1000

/** The creators of the page: all of them, those of a tag, or those that were searched for. */
export function useCreatorList(tag: string | null, searched: string) {
  const uid = useStore((state) => state.auth.user?.uid)
  const all = useCall(getAllCreators, { query: { uid } }, { enabled: !tag })
  const tagged = useCall(getAllCreatorsForTags, { query: { uid } }, { enabled: Boolean(tag) })
  const list = tag ? tagged : all
  const isCut = (list.data?.length ?? 0) >= cutAt
  const found = useCall(
    getAllCreators,
    { query: { uid, q: searched } },
    { enabled: isCut && searched !== '' },
  )

  const source = isCut && searched ? found : list
  return {
    creators: source.data && choose(source.data, tag, searched),
    hasFailed: source.data === undefined && source.error !== null,
    retry: source.refetch,
  }
}

function choose(creators: Creator[], tag: string | null, searched: string): Creator[] {
  const matching = searched ? matchCreators(creators, searched) : creators
  return byUserName(withTag(matching, tag))
}

/** The first creators that match what is being typed; asks for the list only once something is. */
export function useSuggestions(text: string): Creator[] {
  const uid = useStore((state) => state.auth.user?.uid)
  const typed = text.trim()
  const all = useCall(getAllCreatorsForSearch, { query: { uid } }, { enabled: typed !== '', errorsTo: 'log' })
  const isCut = (all.data?.length ?? 0) >= cutAt
  const found = useCall(
    getAllCreatorsForSearch,
    { query: { uid, q: typed } },
    { enabled: isCut && typed !== '', errorsTo: 'log' },
  )
  return matchCreators((isCut ? found.data : undefined) ?? all.data ?? [], typed).slice(0, mostSuggestions)
}

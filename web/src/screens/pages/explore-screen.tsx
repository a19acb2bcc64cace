import { X } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { CreatorLinks } from '../../features/creator/creator-links.tsx'
import { CreatorGrid, CreatorGridSkeleton } from '../../features/explore/creator-grid.tsx'
import { CreatorSearch } from '../../features/explore/creator-search.tsx'
import { isCreatorPreview } from '../../features/explore/open-creator-preview.ts'
import { useCreatorList } from '../../features/explore/use-creator-lists.ts'
import { useStore } from '../../lib/store.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const loadPreview = () => import('../../features/explore/creator-preview.tsx')
const CreatorPreview = lazy(async () => ({ default: (await loadPreview()).CreatorPreview }))

/** Explore: find creators by name, by tag, or by browsing. */
export function ExploreScreen() {
  useTitle(m.header_explore())
  const [params, setParams] = useSearchParams()
  const tag = params.get('tag')
  const [searched, setSearched] = useState('')
  const [clearings, setClearings] = useState(0)

  function handleClear() {
    setClearings(clearings + 1) // a new key, so that an empty search box is mounted
    setSearched('')
    setParams({})
  }

  return (
    <div className="mx-auto max-w-6xl px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
      <div className="mx-auto max-w-2xl text-center">
        <h1 className="text-3xl sm:text-4xl">{m.explore_title()}</h1>
        <p className="mt-3 mb-7 text-lg text-muted">{m.explore_intro()}</p>
        <CreatorSearch key={clearings} onSearch={setSearched} />
        <TextLink to="/featured-creators" className="mt-3 inline-flex min-h-11 items-center">
          {m.featured_title()}
        </TextLink>
      </div>
      {(tag || searched) && <Filter tag={tag} searched={searched} onClear={handleClear} />}
      <div className="mt-10">
        <Creators tag={tag} searched={searched} onClear={handleClear} />
      </div>
      <Preview />
    </div>
  )
}

interface FilterProps {
  tag: string | null
  searched: string
  onClear: () => void
}

function Filter({ tag, searched, onClear }: FilterProps) {
  const words = [tag && m.explore_tag({ tag }), searched && m.explore_results({ text: searched })]
  return (
    <p className="mt-8 flex flex-wrap items-center justify-center gap-3">
      <span className="font-semibold break-words">{words.filter(Boolean).join(' · ')}</span>
      <Button size="small" onClick={onClear}>
        <X aria-hidden className="size-4" />
        {m.explore_tag_clear()}
      </Button>
    </p>
  )
}

function Creators({ tag, searched, onClear }: FilterProps) {
  const { more, ...list } = useCreatorList(tag, searched)
  const isFiltered = Boolean(tag || searched)
  const empty = (
    <EmptyNote text={isFiltered ? m.explore_none() : m.explore_empty()}>
      {isFiltered && <Button onClick={onClear}>{m.explore_tag_clear()}</Button>}
    </EmptyNote>
  )
  return (
    <Loadable
      loaded={list}
      failedText={m.creator_load_failed()}
      skeleton={<CreatorGridSkeleton label={m.explore_loading()} count={6} />}
    >
      {(creators) => <CreatorGrid key={`${tag} ${searched}`} {...{ creators, more, empty }} />}
    </Loadable>
  )
}

/** The preview of the creator whose picture was clicked. */
function Preview() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const creator = useStore(({ userProfile }) => userProfile)
  if (!creator || !isCreatorPreview(state, creator.userName)) return null
  return (
    <Suspense>
      <CreatorPreview
        creator={creator}
        links={<CreatorLinks creator={creator} />}
        onClose={() => void navigate({ pathname: '/explore', search }, { replace: true })}
      />
    </Suspense>
  )
}

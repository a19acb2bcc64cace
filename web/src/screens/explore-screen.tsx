import { X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Creator } from '../../../contract/entities.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { CreatorCard, CreatorCardSkeleton } from '../features/explore/creator-card.tsx'
import { CreatorSearch } from '../features/explore/creator-search.tsx'
import { useCreatorList, useSuggestions } from '../features/explore/use-creator-lists.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/button.tsx'
import { EmptyNote, ErrorNote } from '../ui/notes.tsx'

/** Where fans find creators: by name, by tag, or by looking around. */
export function ExploreScreen() {
  useTitle(m.header_explore())
  const [params, setParams] = useSearchParams()
  const tag = params.get('tag')
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  const suggestions = useSuggestions(text)
  const { creators, hasFailed, retry } = useCreatorList(tag, searched)

  function handleClear() {
    setText('')
    setSearched('')
    setParams({})
  }

  return (
    <div className="mx-auto max-w-6xl px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
      <div className="mx-auto max-w-2xl text-center">
        <h1 className="text-3xl sm:text-4xl">{m.explore_title()}</h1>
        <p className="mt-3 mb-7 text-lg text-muted">{m.explore_intro()}</p>
        <CreatorSearch
          text={text}
          suggestions={suggestions}
          onType={(next) => {
            setText(next)
            if (!next.trim()) setSearched('')
          }}
          onSearch={() => setSearched(text.trim())}
        />
      </div>
      {(tag || searched) && <Filter tag={tag} searched={searched} onClear={handleClear} />}
      <div className="mt-10">
        {hasFailed ? (
          <ErrorNote text={m.creator_load_failed()} onRetry={retry} />
        ) : (
          <Creators creators={creators} isFiltered={Boolean(tag || searched)} onClear={handleClear} />
        )}
      </div>
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

interface CreatorsProps {
  creators: Creator[] | undefined
  isFiltered: boolean
  onClear: () => void
}

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

function Creators({ creators, isFiltered, onClear }: CreatorsProps) {
  if (!creators) {
    return (
      <output aria-label={m.explore_loading()} className={grid}>
        {Array.from({ length: 6 }, (_, index) => (
          <CreatorCardSkeleton key={index} />
        ))}
      </output>
    )
  }
  if (creators.length === 0) {
    return (
      <EmptyNote text={isFiltered ? m.explore_none() : m.explore_empty()}>
        {isFiltered && <Button onClick={onClear}>{m.explore_tag_clear()}</Button>}
      </EmptyNote>
    )
  }
  return (
    <ul className={grid}>
      {creators.map((creator) => (
        <li key={creator.uid} className="grid">
          <CreatorCard creator={creator} />
        </li>
      ))}
    </ul>
  )
}

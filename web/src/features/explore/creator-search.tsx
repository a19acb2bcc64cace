import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Creator } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useEarlyText } from '../../lib/forms/early-input.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { VerifiedBadge } from '../../parts/accounts/verified-badge.tsx'
import { selectCreator, creatorHomePath } from './select-creator.ts'
import { useSuggestions } from './use-creator-lists.ts'

interface CreatorSearchProps {
  /** Called with the text to search for, and with an empty text when the box is cleared. */
  onSearch: (text: string) => void
}

/** The search box of Explore. It suggests creators while the visitor types; the button searches the whole list. */
export function CreatorSearch({ onSearch }: CreatorSearchProps) {
  const id = useId()
  const [text, setText] = useState('')
  const suggestions = useSuggestions(text)
  const navigate = useNavigate()
  const list = useMarkedSuggestion(suggestions)
  const box = useEarlyText(setText, list.open)

  function handleChoose(creator: Creator) {
    selectCreator(creator)
    void navigate(creatorHomePath(creator))
  }

  return (
    <search className="relative">
      <form
        className="flex items-center gap-2 rounded-full border border-field bg-card p-1.5 pl-5 shadow-soft focus-within:border-coral focus-within:ring-3 focus-within:ring-coral/30"
        onSubmit={(event) => {
          event.preventDefault()
          list.close()
          if (list.chosen) handleChoose(list.chosen)
          else onSearch(text.trim())
        }}
      >
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <input
          ref={box}
          name="q"
          type="text"
          role="combobox"
          aria-label={m.explore_placeholder()}
          aria-expanded={list.isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={list.chosen ? `${id}-${list.marked}` : undefined}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={m.explore_placeholder()}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            if (!event.target.value.trim()) onSearch('')
            list.open()
          }}
          onKeyDown={list.handleKey}
          onBlur={list.close}
          className="min-h-11 w-full min-w-0 bg-transparent outline-none placeholder:text-muted"
        />
        <Button type="submit" kind="primary">
          {m.explore_search()}
        </Button>
      </form>
      <Suggestions
        id={id}
        creators={list.isShown ? suggestions : []}
        marked={list.marked}
        onChoose={handleChoose}
      />
    </search>
  )
}

/** Tracks which suggestion the arrow keys have highlighted, while the list is open. */
function useMarkedSuggestion(suggestions: Creator[]) {
  const [isOpen, setIsOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const count = suggestions.length
  const isShown = isOpen && count > 0

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return // the keys belong to an input method
    if (event.key === 'Escape') return setIsOpen(false)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || count === 0) return
    event.preventDefault()
    setIsOpen(true)
    setMarked((now) => (now === -1 && step === -1 ? count - 1 : (now + step + count) % count))
  }
  return {
    isShown,
    marked,
    chosen: isShown ? suggestions[marked] : undefined,
    handleKey,
    open: () => {
      setIsOpen(true)
      setMarked(-1)
    },
    close: () => setIsOpen(false),
  }
}

interface SuggestionsProps {
  id: string
  creators: Creator[]
  marked: number
  onChoose: (creator: Creator) => void
}

/**
 * The list of suggestions. It stays mounted while it is empty, because the input's `aria-controls` names it. It uses
 * ARIA roles instead of a native select, which can hold neither pictures nor badges.
 */
function Suggestions({ id, creators, marked, onChoose }: SuggestionsProps) {
  return (
    <div
      id={`${id}-list`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      aria-label={m.explore_suggestions()}
      className={clsx(
        'absolute inset-x-0 top-full z-10 mt-2 overflow-hidden rounded-sheet border border-line bg-card p-1.5 shadow-lift',
        creators.length === 0 && 'hidden',
      )}
    >
      {creators.map((creator, index) => (
        <div
          key={creator.uid}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          // keeps the focus in the input, because losing the focus closes the list
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(creator)}
          onKeyDown={(event) => event.key === 'Enter' && onChoose(creator)}
          className="flex min-h-13 cursor-pointer items-center gap-3 rounded-card px-3 hover:bg-ink/6 aria-selected:bg-ink/8"
        >
          <Avatar
            src={creator.image}
            name={creator.display_name}
            seed={creator.user_name}
            className="size-9"
          />
          <span className="truncate font-semibold">{creator.display_name}</span>
          {creator.isverified && <VerifiedBadge />}
          <span className="truncate text-sm text-muted">@{creator.user_name}</span>
        </div>
      ))}
    </div>
  )
}

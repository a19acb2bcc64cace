import { X } from 'lucide-react'
import {
  addBlockedWord,
  getBlockedWords,
  removeBlockedWord,
} from '../../../../../contract/chat/chat-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/calls/call-error.ts'
import { call } from '../../../lib/calls/call.ts'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { useCallForm } from '../../../lib/forms/use-form.ts'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { EmptyNote, ErrorNote } from '../../../ui/notes.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { InlineForm } from '../../../ui/form.tsx'
import { CensorChoice } from './censor-choice.tsx'
import type { CallResponse } from '../../../../../contract/call.ts'

/**
 * The creator's list of words that are masked in what supporters write, and the choice of what happens to a tip that contains
 * one.
 */
export function BlockedWordsCard() {
  const { data, hasFailed, refetch, setData } = useCall(getBlockedWords)

  async function remove(word: string) {
    try {
      const left = await call(removeBlockedWord, { body: { word } }, { errorsTo: 'caller' })
      setData(() => left)
      toast.success(m.words_removed({ word }), { label: m.action_undo(), run: () => void restore(word) })
    } catch (failure) {
      if (!(failure instanceof CallError && failure.isShown)) toast.error(m.words_not_removed({ word }))
    }
  }

  async function restore(word: string) {
    const words = await call(addBlockedWord, { body: { word } }).catch(() => undefined) // a failure is already shown as a toast
    if (words) setData(() => words)
  }
  return (
    <Card id="blocked-words" title={m.words_title()} hint={m.words_hint()}>
      {hasFailed ? (
        <ErrorNote text={m.words_not_loaded()} onRetry={refetch} />
      ) : (
        <>
          <WordForm onAdded={(words) => setData(() => words)} isLocked={!data} />
          {data ? <Words words={data.words} onRemove={remove} /> : <Skeleton className="mt-4 h-11 w-56" />}
        </>
      )}
      <CensorChoice />
    </Card>
  )
}

interface WordFormProps {
  onAdded: (words: CallResponse<typeof addBlockedWord>) => void
  isLocked: boolean
}

function WordForm({ onAdded, isLocked }: WordFormProps) {
  const form = useCallForm({
    definition: addBlockedWord,
    initial: { word: '' },
    onDone: (words) => {
      onAdded(words)
      form.reset()
    },
  })
  return (
    <InlineForm form={form} submit={m.words_add()} disabled={isLocked} busyLabel={m.words_adding()}>
      <Field
        {...form.text('word')}
        label={m.words_label()}
        error={form.errors.word ?? form.errors.form}
        hint={m.words_star()}
        autoCapitalize="none"
        disabled={isLocked}
        readOnly={form.isBusy}
      />
    </InlineForm>
  )
}

function Words({ words, onRemove }: { words: readonly string[]; onRemove: (word: string) => Promise<void> }) {
  if (words.length === 0) return <EmptyNote text={m.words_empty()} />
  return (
    <ul aria-label={m.words_title()} className="mt-4 flex flex-wrap gap-2">
      {words.map((word) => (
        <li
          key={word}
          className="inline-flex max-w-full items-center rounded-full border border-line bg-sunken pl-4"
        >
          <span className="min-w-0 py-2 break-all">{word}</span>
          <button
            type="button"
            aria-label={m.words_remove({ word })}
            onClick={() => void onRemove(word)}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-ink/6"
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}

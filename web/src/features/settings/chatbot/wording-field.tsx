import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { chatLimits, chatTemplates, measureChatMessage } from '../../../../../contract/chat/chat-message.ts'
import type { ChatMessageKind } from '../../../../../contract/chat/chat-message.ts'
import { templateTextLimit, variablesOf } from '../../../../../contract/chat/chat-template.ts'
import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import type { ChatDraft, DraftFaults } from './chat-draft.ts'
import { sampleValues } from './chatbot-preview.tsx'
import type { ChatOwner } from './chatbot-preview.tsx'

/** The variables as they are written in a template. */
const placeholders = { user: '{user}', amount: '{amount}' }

/** A kind of message on one platform, while it is edited. */
export interface MessageProps {
  kind: ChatMessageKind
  platform: ChatPlatform
  owner: ChatOwner
  /** The name of the message. */
  label: string
  draft: ChatDraft
  faults: DraftFaults
  isLocked: boolean
}

interface WordingFieldProps extends MessageProps {
  onChange: (text: string) => void
}

/** A message's wording. The editor is behind a button, unless the wording has an error. */
export function WordingField(props: WordingFieldProps) {
  const { kind, label, draft, faults, isLocked } = props
  const [isOpen, setIsOpen] = useState(false)
  const text = draft.wording[kind]
  if (isOpen || faults[kind] !== undefined)
    return <WordingEditor {...props} name={kind} title={label} text={text} />
  const action = text === chatTemplates[kind] ? m.wording_edit() : m.wording_edit_own()
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={m.wording_edit_label({ action, message: label })}
      className="-ml-4 self-start"
      disabled={isLocked}
      onClick={() => setIsOpen(true)}
    >
      {action}
    </Button>
  )
}

interface WordingEditorProps extends WordingFieldProps {
  /** The name of the field, also in `faults`. */
  name: string
  /** What is edited. */
  title: string
  text: string
}

/** A text area for a template, with buttons that insert its variables. */
export function WordingEditor(props: WordingEditorProps) {
  const { kind, name, title, text, faults, isLocked, onChange } = props
  const area = useRef<HTMLTextAreaElement>(null)

  function handleInsert(variable: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    const before = text.slice(0, selectionStart) + variable
    onChange(before + text.slice(selectionEnd))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(before.length, before.length)
    })
  }
  return (
    <div>
      <TextArea
        ref={area}
        name={name}
        label={m.wording_label({ message: title })}
        aside={<CharactersLeft {...props} />}
        error={faults[name]}
        hint={kind === 'goalFunded' ? m.wording_funded_hint(placeholders) : undefined}
        rows={2}
        maxLength={templateTextLimit}
        value={text}
        disabled={isLocked}
        onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ' '))}
      />
      <Tools {...props} onInsert={handleInsert} />
    </div>
  )
}

type ToolsProps = WordingEditorProps & { onInsert: (variable: string) => void }

/** Buttons to insert a variable and to restore the default wording. */
function Tools({ kind, text, draft, isLocked, onChange, onInsert }: ToolsProps) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">{m.wording_insert()}</span>
      {variablesOf(kind, draft.showsMessage).map((name) => (
        <Button key={name} size="small" disabled={isLocked} onClick={() => onInsert(`{${name}}`)}>
          {`{${name}}`}
        </Button>
      ))}
      {text !== chatTemplates[kind] && (
        <Button kind="quiet" size="small" disabled={isLocked} onClick={() => onChange(chatTemplates[kind])}>
          <RotateCcw aria-hidden className="size-4" />
          {m.wording_reset()}
        </Button>
      )}
    </div>
  )
}

/** Shows how many characters the chat still allows, counted with the values of the example tip. */
function CharactersLeft({ kind, platform, owner, draft, text }: WordingEditorProps) {
  const values = sampleValues(kind, owner, { showsMessage: draft.showsMessage })
  const left = chatLimits[platform] - measureChatMessage(text, values)
  const ofText = Math.min(left, templateTextLimit - text.length)
  return <span>{left < 0 ? m.wording_shortened() : m.characters_left({ count: ofText })}</span>
}

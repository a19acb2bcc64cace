import { Check } from 'lucide-react'
import type { getNameAvailability } from '../../../../contract/accounts/sign-up-calls.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import { m } from '../../../../i18n/compiled/messages.js'

type Availability = CallResponse<typeof getNameAvailability>

interface NameAvailabilityNoteProps {
  availability: Availability | undefined
  isChecking: boolean
  onChoose: (name: string) => void
}

const reasons = {
  invalid: m.signup_url_invalid,
  reserved: m.signup_url_reserved,
  taken: m.signup_url_taken,
} as const

/** Says whether the username is free; if not, suggests others. Its space is reserved, so that the form does not move. */
export function NameAvailabilityNote({ availability, isChecking, onChoose }: NameAvailabilityNoteProps) {
  return (
    <>
      <output className="mt-2 block min-h-6 text-sm font-medium">
        {isChecking && <span className="text-muted">{m.signup_url_asking()}</span>}
        {availability && <Verdict {...availability} />}
      </output>
      {availability && availability.suggestions.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">{m.signup_url_suggestions()}</span>
          {availability.suggestions.map((name) => (
            <button
              key={name}
              type="button"
              onClick={({ currentTarget: { form } }) => {
                focusField(form)
                onChoose(name)
              }}
              className="min-h-11 rounded-full border border-line bg-sunken px-4 text-sm font-semibold hover:border-ink/30"
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** Focuses the text field after a suggestion was clicked, because the clicked button disappears. */
function focusField(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem('customUserName')
  if (field instanceof HTMLElement) field.focus()
}

function Verdict({ name, reason }: Availability) {
  if (reason) return <span className="text-rose">{reasons[reason]({ name })}</span>
  return (
    <span className="inline-flex items-center gap-1.5 text-mint">
      <Check aria-hidden className="size-4" />
      {m.signup_url_free({ name })}
    </span>
  )
}

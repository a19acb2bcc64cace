import { useId } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { TextLink } from '../../../ui/text-link.tsx'

interface TermsBoxProps {
  checked: boolean
  error: string | undefined
  onChange: (on: boolean) => void
}

/** The checkbox to accept the terms. The links open in a new tab, so that nothing typed is lost. */
export function TermsBox({ checked, error, onChange }: TermsBoxProps) {
  const id = useId()
  return (
    <div>
      <div className="-ml-3 flex items-start gap-1">
        <span className="grid size-11 shrink-0 place-items-center">
          <input
            id={id}
            type="checkbox"
            name="acceptPrivacyTerms"
            checked={checked}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-note` : undefined}
            onChange={(event) => onChange(event.target.checked)}
            className="size-5"
          />
        </span>
        <p className="py-2.5">
          <label htmlFor={id}>{m.signup_accept()}</label>{' '}
          <TextLink to="/terms-of-service" isNewTab>
            {m.policy_terms()}
          </TextLink>{' '}
          {m.signup_accept_and()}{' '}
          <TextLink to="/privacy-policy" isNewTab>
            {m.policy_privacy()}
          </TextLink>
        </p>
      </div>
      {error && (
        <p id={`${id}-note`} role="alert" className="text-sm font-medium text-rose">
          {error}
        </p>
      )}
    </div>
  )
}

import { clsx } from 'clsx'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSiteUrl } from '../../lib/pages/site-settings.ts'
import { Labelled, useFieldIds } from '../../ui/field.tsx'
import type { TextProps } from '../../lib/forms/use-form.ts'

/** The username field, with the site's address in front of it. */
export function AddressField({ error, ...input }: TextProps) {
  const ids = useFieldIds(error, m.signup_url_hint())
  const host = useSiteUrl().replace(/^https?:\/\//, '')
  return (
    <Labelled label={m.signup_url_label()} error={error} hint={m.signup_url_hint()} ids={ids}>
      <div
        className={clsx(
          'flex items-center rounded-card border bg-card pl-3.5 focus-within:border-coral focus-within:ring-3 focus-within:ring-coral/30',
          error ? 'border-rose-fill' : 'border-field',
        )}
      >
        <span aria-hidden className="max-w-[50%] shrink-0 truncate text-muted">
          {host}/
        </span>
        <input
          {...input}
          {...ids.attributes}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="min-h-12 w-full min-w-0 rounded-r-card bg-transparent pr-3.5 outline-none"
        />
      </div>
    </Labelled>
  )
}

import { m } from '../../../../i18n/compiled/messages.js'
import { useSiteSettings } from '../../lib/pages/site-settings.ts'
import { TextLink } from '../../ui/text-link.tsx'

/** Tells a creator on each page of the dashboard that an admin has suspended the public page. */
export function SuspendedNote() {
  const email = useSiteSettings()?.supportEmail
  return (
    <section
      aria-labelledby="suspended-title"
      className="mb-6 rounded-card border border-rose-fill bg-rose/10 p-4 sm:p-5"
    >
      <h2 id="suspended-title" className="text-lg">
        {m.suspended_title()}
      </h2>
      <p className="mt-1">
        <span>{m.suspended_text()}</span> {email && <TextLink to={`mailto:${email}`}>{email}</TextLink>}
        <span>.</span>
      </p>
    </section>
  )
}

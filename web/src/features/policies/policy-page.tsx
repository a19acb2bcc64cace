import { TriangleAlert } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { termsVersion } from '../../../../contract/payments/terms.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { policies } from '../../lib/pages/policies.ts'
import { useFeePercent, useSiteSettings, useSiteUrl } from '../../lib/pages/site-settings.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { formatDay } from '../../lib/format.ts'

export interface Policy {
  title: () => string
  intro: () => string
  sections: readonly PolicySection[]
}

/** A section: the anchor in the page's address, the title and the text. */
type PolicySection = readonly [id: string, title: () => string, text: (values: { percent: number }) => string]

/** A policy with its table of contents, its sections and a contact address; a note marks the text as a template. */
export function PolicyPage({ title, intro, sections }: Policy) {
  useTitle(title())
  const percent = useFeePercent()
  const date = formatDay(`${termsVersion}T12:00:00Z`, 'long')
  return (
    <article className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-3xl sm:text-4xl">{title()}</h1>
      <p className="mt-3 text-lg text-muted">{intro()}</p>
      <p className="mt-2 text-sm text-muted">{m.policy_updated({ date })}</p>
      <p className="mt-6 flex gap-3 rounded-card border border-amber bg-amber/15 p-4 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        {m.policy_template()}
      </p>
      <Contents sections={sections} />
      {sections.map(([id, heading, text]) => (
        <Part key={id} id={id} title={heading()}>
          {text({ percent })}
        </Part>
      ))}
      <Contact />
      <Others />
    </article>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: string }) {
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <p className="mt-2 max-w-prose break-words">{children}</p>
    </section>
  )
}

function Contents({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <nav aria-label={m.policy_contents()} className="mt-8 rounded-card bg-sunken p-4 sm:p-6">
      <p className="font-semibold">{m.policy_contents()}</p>
      <ol className="mt-2 sm:columns-2">
        {sections.map(([id, title]) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center rounded-sm text-violet underline underline-offset-3 hover:no-underline"
            >
              {title()}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Contact() {
  const site = useSiteUrl()
  const email = useSiteSettings()?.supportEmail
  if (!email) return null
  return (
    <Part id="contact" title={m.policy_contact()}>
      {m.policy_contact_text({ site, email })}
    </Part>
  )
}

function Others() {
  const { pathname } = useLocation()
  return (
    <nav aria-label={m.policy_others()} className="mt-12 border-t border-line pt-6">
      <p className="text-sm text-muted">{m.policy_others()}</p>
      <ul className="flex flex-wrap gap-x-6">
        {policies
          .filter(({ path }) => path !== pathname)
          .map(({ path, title }) => (
            <li key={path}>
              <TextLink to={path} className="inline-flex min-h-11 items-center">
                {title()}
              </TextLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}

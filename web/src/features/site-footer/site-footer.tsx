import { locales } from '../../../../contract/locale.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { policies } from '../../lib/pages/policies.ts'
import { useSiteDocument } from '../../lib/pages/site-document.ts'
import { chooseLocale, currentLocale } from '../../lib/locale.ts'
import { TextLink } from '../../ui/text-link.tsx'

/** The footer of every page outside of the signed-in area. */
export function SiteFooter() {
  return (
    <footer aria-label={m.footer_label()} className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-6 text-sm text-muted sm:px-6">
        <p>{m.footer_line()}</p>
        <SiteLinks />
      </div>
    </footer>
  )
}

/** Language, policies, support and social link. */
export function SiteLinks() {
  const { supportEmail, socialUrl } = useSiteDocument() ?? {}
  const links = [
    ...policies,
    ...(supportEmail ? [{ path: `mailto:${supportEmail}`, title: m.footer_support }] : []),
    ...(socialUrl ? [{ path: socialUrl, title: m.footer_social }] : []),
  ]
  return (
    <>
      <LanguageChoice />
      <ul className="flex flex-wrap gap-x-6">
        {links.map(({ path, title }) => (
          <li key={path}>
            <TextLink to={path} className="inline-flex min-h-11 items-center">
              {title()}
            </TextLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function LanguageChoice() {
  const current = currentLocale()
  return (
    <fieldset className="flex">
      <legend className="sr-only">{m.footer_language()}</legend>
      {locales.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          onClick={() => void chooseLocale(locale)}
          className="min-h-11 px-2 first-letter:uppercase underline-offset-3 hover:underline aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {
            new Intl.DisplayNames(locale, { type: 'language' }).of(
              locale,
            ) /* its speakers find it by its own name */
          }
        </button>
      ))}
    </fieldset>
  )
}

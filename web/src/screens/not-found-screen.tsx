import { m } from '../../../i18n/compiled/messages.js'
import { useTitle } from '../lib/pages/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Liquid } from '../ui/liquid.tsx'
import { browseLink } from '../lib/pages/browse-link.ts'

/** The page of every unknown address. */
export function NotFoundScreen() {
  useTitle(m.not_found_title())
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-4 py-16 text-center">
      <Liquid level={0} className="w-28" />
      <h1 className="mt-6 text-3xl">{m.not_found_title()}</h1>
      <p className="mt-3 text-lg text-muted">{m.not_found_text()}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/" kind="primary">
          {m.not_found_home()}
        </ButtonLink>
        {browseLink().to !== '/' && <ButtonLink to={browseLink().to}>{browseLink().label}</ButtonLink>}
      </div>
    </div>
  )
}

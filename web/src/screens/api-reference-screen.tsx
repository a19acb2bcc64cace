import { m } from '../../../i18n/compiled/messages.js'
import { ApiReference } from '../features/api-reference/api-reference.tsx'
import { useTitle } from '../lib/pages/use-title.ts'
import { TextLink } from '../ui/text-link.tsx'

/** The reference of the API for creators' tools. */
export function ApiReferenceScreen() {
  useTitle(m.api_title())
  return (
    <div className="mx-auto max-w-5xl px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
      <h1 className="text-3xl sm:text-4xl">{m.api_title()}</h1>
      <p className="mt-3 mb-8 text-lg text-muted">
        {m.api_intro()} <TextLink to="/dashboard/tools-setting">{m.api_tokens()}</TextLink>
      </p>
      <ApiReference />
    </div>
  )
}

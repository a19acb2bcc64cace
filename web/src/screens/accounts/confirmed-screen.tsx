import { CircleAlert, ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ResultNote } from '../../ui/result-note.tsx'

/** The page that a confirmation with Google returns to, in a tab of its own. It closes the tab if the browser allows that. */
export function ConfirmedScreen() {
  const [search] = useSearchParams()
  const isDone = search.get('google') === 'done'
  const title = isDone ? m.confirmed_title() : m.confirmed_failed_title()
  useTitle(title)
  useEffect(() => {
    if (isDone) window.close()
  }, [isDone])
  return (
    <ResultNote Icon={isDone ? ShieldCheck : CircleAlert} title={title}>
      <p className="text-lg text-muted">
        {isDone ? m.confirmed_text() : (failures[search.get('google') ?? ''] ?? m.confirmed_failed)()}
      </p>
      <ButtonLink to="/dashboard/account-setting">{m.account_title()}</ButtonLink>
    </ResultNote>
  )
}

const failures: Record<string, () => string> = {
  cancelled: m.google_cancelled,
  other: m.confirmed_other,
  expired: m.google_expired,
}

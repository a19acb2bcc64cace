import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { isHealthy, maintenancePath } from '../lib/calls/health.ts'
import { readReturnAddress } from '../lib/navigation.ts'
import { useSiteSettings } from '../lib/pages/site-settings.ts'
import { useTitle } from '../lib/pages/use-title.ts'
import { Liquid } from '../ui/liquid.tsx'
import { TextLink } from '../ui/text-link.tsx'

const pollMs = 5000

/** Shown while the service is down. Polls its health and returns to the previous page once it is back. */
export function MaintenanceScreen() {
  useTitle(m.maintenance_title())
  useReturnWhenHealthy()
  const email = useSiteSettings()?.supportEmail
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center px-4 py-16 text-center">
      <Liquid level={0.5} hasLabel={false} className="w-32" />
      <h1 className="mt-8 text-3xl sm:text-4xl">{m.maintenance_title()}</h1>
      <p className="mt-3 text-lg text-muted">{m.maintenance_text()}</p>
      {email && (
        <p className="mt-6">
          {m.maintenance_support()} <TextLink to={`mailto:${email}`}>{email}</TextLink>.
        </p>
      )}
      <output className="mt-8 block text-sm text-muted">{m.maintenance_watching()}</output>
    </main>
  )
}

function useReturnWhenHealthy(): void {
  const navigate = useNavigate()
  const from = readReturnAddress(useLocation().state, maintenancePath) ?? '/'
  useEffect(() => {
    const timer = setInterval(() => {
      void isHealthy().then((healthy) => healthy && navigate(from, { replace: true }))
    }, pollMs)
    return () => clearInterval(timer)
  }, [navigate, from])
}

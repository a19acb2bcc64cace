import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { localPath, startGoogle } from '../../../../../contract/accounts/google-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useSiteSettings } from '../../../lib/pages/site-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { GoogleLogo } from '../../../parts/accounts/google-logo.tsx'

interface GoogleButtonProps {
  /** The page to return to when signing in fails. */
  page: 'log-in' | 'sign-up'
  /** The address that the visitor wanted to open. */
  from?: string | undefined
  /** Whether a form follows; then a divider separates the two. */
  hasDivider?: boolean
}

/** Starts signing in with Google. Renders nothing where the installation does not offer it. */
export function GoogleButton({ page, from, hasDivider = true }: GoogleButtonProps) {
  const hasGoogle = useSiteSettings()?.hasGoogle ?? false
  const [isBusy, setIsBusy] = useBusyUntilReturn()

  async function handleClick() {
    setIsBusy(true)
    const target = z.safeParse(localPath, from)
    try {
      const { address } = await call(startGoogle, {
        body: { page, ...(target.success && { from: target.data }) },
      })
      window.location.assign(address)
    } catch {
      setIsBusy(false) // the failure was already shown as a toast
    }
  }
  if (!hasGoogle) return null
  return (
    <>
      <Button
        size="large"
        className="w-full"
        isBusy={isBusy}
        busyLabel={m.google_busy()}
        onClick={() => void handleClick()}
      >
        <GoogleLogo />
        {m.google_continue()}
      </Button>
      {hasDivider && (
        <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          {m.google_or()}
        </p>
      )}
    </>
  )
}

/** Resets the busy state when the browser restores this page from its back/forward cache. */
function useBusyUntilReturn() {
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    const handleShow = () => setIsBusy(false)
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [])
  return [isBusy, setIsBusy] as const
}

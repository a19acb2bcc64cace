import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { connectFailure } from '../../../../../contract/chat/connect-failures.ts'
import type { ConnectFailure } from '../../../../../contract/chat/connect-failures.ts'
import { chatPlatforms, platform as platformSchema } from '../../../../../contract/chat/platforms.ts'
import type { Platform } from '../../../../../contract/chat/platforms.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { connectAddress } from './platforms.ts'

type Outcome = 'success' | { failure: ConnectFailure; platform: Platform }

const failureTexts: Record<ConnectFailure, (name: { platform: string }) => string> = {
  denied: m.connection_denied,
  expired: m.connection_expired,
  failed: m.connection_failed,
  noChannel: m.connection_no_channel,
  permission: m.connection_permission,
  taken: m.connection_taken,
  bot: m.connection_bot,
  off: m.connection_off,
}

/** Shows the outcome of connecting a platform, which is in the query of the address, and then removes it from there. */
export function ConnectionDialog() {
  const [search, setSearch] = useSearchParams()
  const [outcome] = useState(() => readOutcome(search))
  const [isOpen, setIsOpen] = useState(outcome !== undefined)

  useEffect(() => {
    if (!outcome) return
    setSearch(
      (now) => {
        for (const name of outcome === 'success' ? ['success'] : ['error', 'platform']) now.delete(name)
        return now
      },
      { replace: true },
    )
  }, [outcome, setSearch])

  const handleClose = () => setIsOpen(false)
  if (!outcome) return null
  if (outcome === 'success') return <SuccessDialog isOpen={isOpen} onClose={handleClose} />
  return <FailureDialog {...outcome} isOpen={isOpen} onClose={handleClose} />
}

interface Shown {
  isOpen: boolean
  onClose: () => void
}

function SuccessDialog({ isOpen, onClose }: Shown) {
  return (
    <Dialog
      title={m.connection_done_title()}
      description={m.connection_done_text()}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Button kind="primary" size="large" className="w-full" onClick={onClose}>
        {m.connection_done()}
      </Button>
    </Dialog>
  )
}

function FailureDialog({ failure, platform, isOpen, onClose }: Shown & Exclude<Outcome, string>) {
  const name = { platform: chatPlatforms[platform].name }
  const handleRetry = () => window.location.assign(connectAddress(platform))
  return (
    <Dialog
      title={m.connection_failed_title(name)}
      description={failureTexts[failure](name)}
      isOpen={isOpen}
      onClose={onClose}
    >
      <div className="grid gap-2">
        {failure !== 'off' && (
          <Button kind="primary" size="large" onClick={handleRetry}>
            {m.action_retry()}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {m.action_close()}
        </Button>
      </div>
    </Dialog>
  )
}

function readOutcome(search: URLSearchParams): Outcome | undefined {
  if (search.get('success') === 'true') return 'success'
  const failure = connectFailure.safeParse(search.get('error'))
  const platform = platformSchema.safeParse(search.get('platform'))
  if (!failure.success || !platform.success) return undefined
  return { failure: failure.data, platform: platform.data }
}

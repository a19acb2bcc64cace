import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { replaceOverlayKey } from '../../../../../contract/overlay-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/call.ts'
import { useSiteUrl } from '../../../lib/site-settings.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { PrivateAddress } from '../private-address.tsx'
import { useOverlaySettings } from './use-overlay-settings.ts'

/**
 * The address of the alert box with its key. It is hidden until revealed, and can be copied; the key can be replaced and made
 * mandatory.
 */
export function PrivateAddressCard({ uid, onReplaced }: { uid: string; onReplaced?: () => void }) {
  return (
    <Card id="private-address" title={m.overlay_key_title()} hint={m.overlay_key_hint()}>
      <div className="flex max-w-xl flex-col gap-6">
        <AlertAddress uid={uid} onReplaced={onReplaced} />
        <KeyRequired />
      </div>
    </Card>
  )
}

interface AlertAddressProps {
  uid: string
  /** Called when the key was replaced, because other addresses contain it, too. */
  onReplaced: (() => void) | undefined
}

function AlertAddress({ uid, onReplaced }: AlertAddressProps) {
  const [shownKey, setShownKey] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const base = usePrivateBase(uid)

  function handleReplaced(newKey: string) {
    if (shownKey) setShownKey(newKey)
    setIsAsking(false)
    onReplaced?.()
    toast.success(m.overlay_key_replaced())
  }
  return (
    <div>
      <PrivateAddress
        label={m.overlay_key_url()}
        copiedText={m.overlay_key_copied()}
        base={base}
        shownKey={shownKey}
        onReveal={setShownKey}
        hasPreview
      />
      <Button kind="quiet" className="mt-3" onClick={() => setIsAsking(true)}>
        <RefreshCw aria-hidden className="size-4" />
        {m.overlay_key_replace()}
      </Button>
      {isAsking && <ReplaceDialog onReplaced={handleReplaced} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

/** Returns the private address of the alert box up to its key. */
export function usePrivateBase(uid: string): string {
  return `${useSiteUrl()}/streamalerts?userUID=${uid}#key=`
}

interface ReplaceDialogProps {
  onReplaced: (key: string) => void
  onClose: () => void
}

function ReplaceDialog({ onReplaced, onClose }: ReplaceDialogProps) {
  const { isBusy, run } = useAction()
  return (
    <Dialog
      isOpen
      title={m.overlay_key_replace_title()}
      description={m.overlay_key_replace_text()}
      onClose={onClose}
    >
      <Button
        kind="primary"
        size="large"
        className="w-full"
        isBusy={isBusy}
        onClick={() => void run(async () => onReplaced((await call(replaceOverlayKey, {})).key))}
      >
        {m.overlay_key_replace()}
      </Button>
    </Dialog>
  )
}

/** The switch that refuses overlays without the key. */
function KeyRequired() {
  const { settings, isDisabled, save } = useOverlaySettings()
  return (
    <SwitchRow
      label={m.overlay_key_required()}
      hint={m.overlay_key_required_hint()}
      checked={settings?.isKeyRequired ?? false}
      disabled={isDisabled}
      onChange={(on) => void save({ isKeyRequired: on })}
    />
  )
}

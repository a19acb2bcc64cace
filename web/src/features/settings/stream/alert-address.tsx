import { RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { replaceOverlayKey } from '../../../../../contract/alerts/overlay-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { KeyedAddress } from '../keyed-address.tsx'
import { useOverlaySettings } from './use-overlay-settings.ts'

interface AlertAddressProps {
  uid: string
  /** How often the key was replaced since the page was opened: a revealed one is then hidden. */
  keyCount: number
  /** Called when the key was replaced, because other addresses contain it, too. */
  onReplaced: () => void
}

/** The address of the alert box for OBS, whose key can be replaced, and below it the older address without a key. */
export function AlertAddress({ uid, keyCount, onReplaced }: AlertAddressProps) {
  const [isAsking, setIsAsking] = useState(false)
  const address = useAlertAddress(uid)

  function handleReplaced() {
    setIsAsking(false)
    onReplaced()
    toast.success(m.overlay_key_replaced())
  }
  return (
    <div>
      <KeyedAddress
        key={keyCount}
        label={m.stream_url()}
        address={address}
        copiedText={m.stream_copied()}
        hasPreview
      />
      <p className="mt-2 text-sm text-muted">{m.overlay_key_hint()}</p>
      <Button kind="quiet" className="mt-2" onClick={() => setIsAsking(true)}>
        <RefreshCw aria-hidden className="size-4" />
        <span>{m.overlay_key_replace()}</span>
      </Button>
      {isAsking && <ReplaceDialog onReplaced={handleReplaced} onClose={() => setIsAsking(false)} />}
      <OlderAddress address={address} />
    </div>
  )
}

/** Returns the address of the creator's alert box without its key. */
export function useAlertAddress(uid: string): string {
  return `${useSiteUrl()}/streamalerts?userUID=${uid}`
}

interface ReplaceDialogProps {
  onReplaced: () => void
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
        onClick={() =>
          void run(async () => {
            await call(replaceOverlayKey, {})
            onReplaced()
          })
        }
      >
        {m.overlay_key_replace()}
      </Button>
    </Dialog>
  )
}

/** The address without a key, which goes on working in sources from before, and the switch that refuses it. */
function OlderAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)

  function handleCopyFailed() {
    field.current?.focus()
    field.current?.select()
    toast.info(m.stream_copy_failed())
  }
  return (
    <details className="mt-2">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-violet">
        {m.overlay_older()}
      </summary>
      <p className="mb-3 text-sm text-muted">{m.overlay_older_hint()}</p>
      <Field
        ref={field}
        label={m.overlay_older_url()}
        value={address}
        readOnly
        className="text-ellipsis"
        onFocus={(event) => event.target.select()}
      />
      <div className="my-3">
        <CopyButton text={address} onFailed={handleCopyFailed} />
      </div>
      <KeyRequired />
    </details>
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

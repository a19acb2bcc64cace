import { Eye, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { replaceOverlayKey, showOverlayKey } from '../../../../../contract/overlay-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/call.ts'
import { useSiteUrl } from '../../../lib/site-settings.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { OverlayAddress } from '../overlay-address.tsx'
import { useOverlaySettings } from './use-overlay-settings.ts'

/** Shown instead of the key, because streamers may show this page on stream. */
const hiddenKey = '••••••••'

/**
 * The address of the alert box with its key. It is hidden until revealed, and can be copied; the key can be replaced and made
 * mandatory.
 */
export function PrivateAddressCard({ uid }: { uid: string }) {
  return (
    <Card id="private-address" title={m.overlay_key_title()} hint={m.overlay_key_hint()}>
      <div className="flex max-w-xl flex-col gap-6">
        <PrivateAddress uid={uid} />
        <KeyRequired />
      </div>
    </Card>
  )
}

function PrivateAddress({ uid }: { uid: string }) {
  const [key, setKey] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAction()
  const base = usePrivateBase(uid)
  const reveal = () => run(async () => setKey((await call(showOverlayKey, {})).key))

  function handleReplaced(newKey: string) {
    if (key) setKey(newKey)
    setIsAsking(false)
    toast.success(m.overlay_key_replaced())
  }
  return (
    <div>
      {key ? (
        <OverlayAddress
          label={m.overlay_key_url()}
          address={base + key}
          copiedText={m.overlay_key_copied()}
          hasPreview
        />
      ) : (
        <>
          <Field label={m.overlay_key_url()} value={base + hiddenKey} readOnly className="text-ellipsis" />
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <CopyPrivateAddress uid={uid} onFailed={() => void reveal()} />
            <Button kind="outline" isBusy={isBusy} onClick={() => void reveal()}>
              <Eye aria-hidden className="size-4" />
              {m.overlay_key_reveal()}
            </Button>
          </div>
        </>
      )}
      <Button kind="quiet" className="mt-3" onClick={() => setIsAsking(true)}>
        <RefreshCw aria-hidden className="size-4" />
        {m.overlay_key_replace()}
      </Button>
      {isAsking && <ReplaceDialog onReplaced={handleReplaced} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

/** Returns the private address up to its key. */
function usePrivateBase(uid: string): string {
  return `${useSiteUrl()}/streamalerts?userUID=${uid}#key=`
}

interface CopyPrivateAddressProps {
  uid: string
  /** Called if the browser denies access to the clipboard. */
  onFailed?: () => void
}

/** Copies the private address without showing it. */
export function CopyPrivateAddress({ uid, onFailed = askToReveal }: CopyPrivateAddressProps) {
  const base = usePrivateBase(uid)
  return (
    <CopyButton
      text={async () => base + (await call(showOverlayKey, {})).key}
      onCopied={() => toast.success(m.overlay_key_copied())}
      onFailed={onFailed}
    />
  )
}

function askToReveal(): void {
  toast.info(m.obs_copy_failed())
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

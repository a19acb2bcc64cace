import { Eye } from 'lucide-react'
import { showOverlayKey } from '../../../../contract/overlay-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { OverlayAddress } from './overlay-address.tsx'

/** Shown instead of the key, because streamers may show this page on stream. */
const hiddenKey = '••••••••'

interface PrivateAddressProps {
  label: string
  /** The address up to its key. */
  base: string
  copiedText: string
  /** The key, once it is revealed. */
  shownKey: string | undefined
  onReveal: (key: string) => void
  hasPreview?: boolean
}

/** An address with the creator's key. It is hidden until revealed, and can be copied without showing it. */
export function PrivateAddress({
  label,
  base,
  copiedText,
  shownKey,
  onReveal,
  hasPreview,
}: PrivateAddressProps) {
  const { isBusy, run } = useAction()
  const reveal = () => run(async () => onReveal((await call(showOverlayKey, {})).key))
  if (shownKey)
    return (
      <OverlayAddress {...{ label, copiedText }} address={base + shownKey} hasPreview={hasPreview ?? false} />
    )
  return (
    <div>
      <Field label={label} value={base + hiddenKey} readOnly className="text-ellipsis" />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <CopyPrivateAddress base={base} copiedText={copiedText} onFailed={() => void reveal()} />
        <Button kind="outline" isBusy={isBusy} onClick={() => void reveal()}>
          <Eye aria-hidden className="size-4" />
          {m.overlay_key_reveal()}
        </Button>
      </div>
    </div>
  )
}

interface CopyPrivateAddressProps extends Pick<PrivateAddressProps, 'base' | 'copiedText'> {
  /** Called if the browser denies access to the clipboard. */
  onFailed?: () => void
}

/** Copies an address with the creator's key without showing it. */
export function CopyPrivateAddress({ base, copiedText, onFailed = askToReveal }: CopyPrivateAddressProps) {
  return (
    <CopyButton
      text={async () => base + (await call(showOverlayKey, {})).key}
      onCopied={() => toast.success(copiedText)}
      onFailed={onFailed}
    />
  )
}

function askToReveal(): void {
  toast.info(m.obs_copy_failed())
}

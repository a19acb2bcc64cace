import { ExternalLink, Eye } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { showOverlayKey } from '../../../../contract/alerts/overlay-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'

/** Shown instead of the key, because streamers may show this page on stream. */
const hiddenKey = '••••••••'

const withKey = (address: string, key: string) => `${address}#key=${key}`
const loadKey = async () => (await call(showOverlayKey, {})).key

interface KeyedAddressProps {
  label: string
  /** The address without its key. */
  address: string
  copiedText?: string
  /** Whether the link opens the page with a ground and a text, because a transparent page looks empty in a tab. */
  hasPreview?: boolean
}

/**
 * The address of an overlay with the creator's key, for OBS. The key is hidden until it is revealed, and is copied without being
 * shown. The link has no key, because in this browser the creator's session counts as much.
 */
export function KeyedAddress({ label, address, copiedText, hasPreview = false }: KeyedAddressProps) {
  const field = useRef<HTMLInputElement>(null)
  const [shownKey, setShownKey] = useState<string>()
  const { isBusy, run } = useAction()
  const reveal = () =>
    run(async () => {
      const key = await loadKey()
      flushSync(() => setShownKey(key))
    })

  async function handleCopyFailed() {
    if (!shownKey && !(await reveal())) return
    field.current?.focus()
    field.current?.select()
    toast.info(m.stream_copy_failed())
  }
  return (
    <div>
      <Field
        ref={field}
        label={label}
        value={withKey(address, shownKey ?? hiddenKey)}
        readOnly
        className="text-ellipsis"
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <CopyButton
          text={async () => withKey(address, shownKey ?? (await loadKey()))}
          onCopied={() => copiedText && toast.success(copiedText)}
          onFailed={() => void handleCopyFailed()}
        />
        {!shownKey && (
          <Button kind="outline" isBusy={isBusy} onClick={() => void reveal()}>
            <Eye aria-hidden className="size-4" />
            <span>{m.overlay_key_reveal()}</span>
          </Button>
        )}
        <a
          href={hasPreview ? `${address}&preview=1` : address}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-semibold text-violet hover:bg-ink/6"
        >
          <span>{m.stream_open()}</span>
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </div>
    </div>
  )
}

/** Copies the address of an overlay with the creator's key without showing it. */
export function CopyKeyedAddress({ address, copiedText }: { address: string; copiedText: string }) {
  return (
    <CopyButton
      text={async () => withKey(address, await loadKey())}
      onCopied={() => toast.success(copiedText)}
      onFailed={() => toast.info(m.obs_copy_failed())}
    />
  )
}

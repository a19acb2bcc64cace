import { ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { toast } from '../../lib/toast.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'

interface OverlayAddressProps {
  label: string
  address: string
  /** The text of the toast after copying; by default only the button confirms it. */
  copiedText?: string
  /** Whether the link opens the page with a ground and a text, because a transparent page looks empty in a tab. */
  hasPreview?: boolean
}

/**
 * An address for OBS, with buttons to copy and to open it. If the browser denies access to the clipboard, the text is selected
 * instead.
 */
export function OverlayAddress({ label, address, copiedText, hasPreview = false }: OverlayAddressProps) {
  const field = useRef<HTMLInputElement>(null)

  function handleCopyFailed() {
    field.current?.focus()
    field.current?.select()
    toast.info(m.stream_copy_failed())
  }
  return (
    <div>
      <Field
        ref={field}
        label={label}
        value={address}
        readOnly
        className="text-ellipsis"
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-2">
        <CopyButton
          text={address}
          onCopied={() => copiedText && toast.success(copiedText)}
          onFailed={handleCopyFailed}
        />
        <a
          href={hasPreview ? previewOf(address) : address}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-semibold text-violet hover:bg-ink/6"
        >
          {m.stream_open()}
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </div>
    </div>
  )
}

/** Adds the parameter for which the server sends the page with a ground. The fragment, which may be a key, stays at the end. */
function previewOf(address: string): string {
  const url = new URL(address, window.location.href)
  url.searchParams.set('preview', '1')
  return url.href
}

import { QRCodeSVG } from 'qrcode.react'
import { m } from '../../../i18n/compiled/messages.js'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

interface ShareLinkProps {
  url: string
  title: string
}

/** Shares a link: as a QR code, by copying it, or through the device's share sheet if it has one. */
export function ShareLink({ url, title }: ShareLinkProps) {
  const canShare = 'share' in navigator
  return (
    <div className="flex flex-col items-center gap-5">
      <QRCodeSVG
        value={url}
        title={m.share_code({ title })}
        size={208}
        marginSize={2}
        bgColor="#ffffff"
        fgColor="#1b1530"
        className="rounded-card border border-line"
      />
      <p className="max-w-full rounded-card bg-sunken px-4 py-2.5 text-center text-sm break-all select-all">
        {url}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <CopyButton text={url} label={m.goal_share()} kind="primary" />
        {canShare && <Button onClick={() => void openShareSheet(url, title)}>{m.share_device()}</Button>}
      </div>
    </div>
  )
}

/** Ignores the rejection when the visitor closes the share sheet. */
async function openShareSheet(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ url, title })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) console.error(error)
  }
}

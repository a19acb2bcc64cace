import { m } from '../../../i18n/compiled/messages.js'
import { Dialog } from './dialog.tsx'
import { ShareLink } from './share-link.tsx'

interface ShareDialogProps {
  url: string
  title: string
  onClose: () => void
}

/** The ways to share a link, in a dialog. */
export function ShareDialog({ url, title, onClose }: ShareDialogProps) {
  return (
    <Dialog isOpen title={m.share_title()} description={title} onClose={onClose}>
      <ShareLink url={url} title={title} />
    </Dialog>
  )
}

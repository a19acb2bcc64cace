import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { Button } from './button.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

interface ShareButtonProps {
  /** The full address. */
  url: string
  title: string
}

/** Opens the sharing dialog, whose code is loaded on demand. */
export function ShareButton({ url, title }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Share2 aria-hidden className="size-4" />
        {m.share_open()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog url={url} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { shortGoalAddress } from '../../../../contract/goals/short-address.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSiteUrl } from '../../lib/pages/site-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

interface ShareMomentProps {
  userName: string
  goalId: string
  /** The goal's title. */
  title: string
}

/**
 * Shares the goal that a tip went towards: its short address with the picture of its level. Where the device cannot share a picture,
 * copies the address. Neither says anything about the tip.
 */
export function ShareMoment({ userName, goalId, title }: ShareMomentProps) {
  const url = shortGoalAddress(useSiteUrl(), goalId)
  const picture = useSharePicture(`/share/${userName}/${goalId}/card.png`)
  if (!picture) return <CopyButton text={url} label={m.goal_share()} />
  return (
    <Button onClick={() => void share({ url, title, files: [picture] })}>
      <Share2 aria-hidden className="size-4" />
      {m.share_open()}
    </Button>
  )
}

/**
 * Loads a picture before the supporter shares it, because browsers open the share sheet only soon after a click
 * (https://w3c.github.io/web-share/#share-method). Undefined until it is loaded, and where pictures cannot be shared.
 */
function useSharePicture(path: string): File | undefined {
  const [picture, setPicture] = useState<File>()
  useEffect(() => {
    const empty = new File([], 'brimful.png', { type: 'image/png' })
    if (!('canShare' in navigator) || !navigator.canShare({ files: [empty] })) return undefined
    const request = new AbortController()
    // the browser may have the goal's picture from before the tip
    fetch(path, { cache: 'reload', signal: request.signal })
      .then(async (response) => {
        if (response.ok) setPicture(new File([await response.blob()], empty.name, { type: empty.type }))
      })
      .catch(() => {}) // the address can be copied
    return () => request.abort()
  }, [path])
  return picture
}

/** Ignores the rejection when the supporter closes the share sheet. */
async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) console.error(error)
  }
}

import { m } from '../../../../../i18n/compiled/messages.js'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { Card } from '../../../ui/card.tsx'
import { ShareLink } from '../../../ui/share-link.tsx'
import type { TabProps } from '../tabs.ts'

/** The address of the creator's page to pass on: as a code, by copying, or through the device. */
export function ShareTab({ user: { brimfulUserName, displayName } }: TabProps) {
  return (
    <Card id="share" title={m.share_page_title()} hint={m.share_page_hint()} className="max-w-xl">
      <ShareLink url={`${useSiteUrl()}/${brimfulUserName}`} title={displayName} />
    </Card>
  )
}

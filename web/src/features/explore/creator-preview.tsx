import type { ReactNode } from 'react'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { VerifiedName } from '../../parts/accounts/verified-badge.tsx'

interface CreatorLookProps {
  creator: ViewedCreator
  /** The creator's links to other platforms. */
  links: ReactNode
  onClose: () => void
}

/** A dialog on Explore with the whole bio and the links of the selected creator. */
export function CreatorPreview({ creator, links, onClose }: CreatorLookProps) {
  const { displayName, userName, profileImage, bio, isverified } = creator
  const title = (
    <>
      <VerifiedName name={displayName} isVerified={isverified} badgeClassName="size-5 align-baseline" />
    </>
  )
  return (
    <Dialog isOpen title={title} description={`@${userName}`} onClose={onClose}>
      <div className="flex flex-col items-center gap-5">
        <Avatar src={profileImage} name={displayName} seed={userName} width={112} className="size-28" />
        <p className="max-h-60 w-full overflow-y-auto text-center break-words whitespace-pre-line">
          {bio || m.explore_no_bio()}
        </p>
        {links}
        <ButtonLink to={`/${userName}/current-goals`} kind="primary" size="large" className="w-full">
          {m.creator_all_goals()}
        </ButtonLink>
      </div>
    </Dialog>
  )
}

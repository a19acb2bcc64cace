import type { ReactNode } from 'react'
import type { Creator, ViewedCreator } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { VerifiedName } from '../../ui/verified-badge.tsx'
import { useLocation, useNavigate } from 'react-router-dom'
import { getCreatorData } from '../../../../contract/account-calls.ts'
import { call } from '../../lib/call.ts'
import { useStore } from '../../lib/store.ts'
import { selectCreator } from './select-creator.ts'

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

/** Returns a handler that loads a creator's current data and opens their preview on Explore. */
export function useOpenCreatorPreview() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const uid = useStore((state) => state.auth.user?.uid)
  return async (creator: Creator): Promise<void> => {
    const data = await call(getCreatorData, { query: { uid, creatorUID: creator.uid } }).catch(
      () => undefined,
    )
    if (!data) return // if the call failed, the failure was already shown as a toast
    selectCreator({ ...creator, ...data })
    void navigate({ pathname: '/explore', search }, { state: { preview: data.user_name } })
  }
}

/** Returns whether a history entry shows the preview of this creator. */
export function isCreatorPreview(state: unknown, userName: string): boolean {
  return typeof state === 'object' && state !== null && 'preview' in state && state.preview === userName
}

/** Opens the preview of a creator on Explore, which the history entry names. */
import { useLocation, useNavigate } from 'react-router-dom'
import { getCreatorData } from '../../../../contract/accounts/account-calls.ts'
import type { Creator } from '../../../../contract/entities.ts'
import { call } from '../../lib/calls/call.ts'
import { useStore } from '../../lib/store.ts'
import { selectCreator } from './select-creator.ts'

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

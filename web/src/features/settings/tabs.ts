import type { SessionUser } from '../../../../contract/entities.ts'
import type { StoredUser } from '../../lib/store-state.ts'

/** The props of every tab. The profile is undefined until it is loaded. */
export interface TabProps {
  user: StoredUser
  profile: SessionUser | undefined
}

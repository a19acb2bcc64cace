import { useState } from 'react'
import { getProfile } from '../../../../../contract/account-calls.ts'
import type { Platform, SessionUser } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/call.ts'
import { callKey, queryClient } from '../../../lib/query-client.ts'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/use-call.ts'
import {
  disconnectCalls,
  statusInProfile,
  platformNames,
  statusCalls,
  withoutConnection,
} from './platforms.ts'

/** One platform's connection, from the profile if that is loaded and from its own call otherwise. */
export function usePlatform(platform: Platform, profile: SessionUser | undefined) {
  const statusFromProfile = profile && statusInProfile(profile, platform)
  const { data, isFetching, setData } = useCall(
    statusCalls[platform],
    {},
    { enabled: !statusFromProfile, errorsTo: 'log' },
  )
  const [isBusy, setIsBusy] = useState(false)

  async function disconnect() {
    setIsBusy(true)
    const name = { platform: platformNames[platform] }
    try {
      await call(disconnectCalls[platform], {}, { errorsTo: 'caller' })
      setData((now) => now && { connected: false, email: null })
      removeFromProfile(platform)
      toast.success(m.chatbot_disconnected(name))
    } catch (error) {
      if (!(error instanceof CallError && error.isShown)) toast.error(m.chatbot_disconnect_failed(name))
    } finally {
      setIsBusy(false)
    }
  }
  return {
    status: statusFromProfile ?? data,
    isLoading: !statusFromProfile && isFetching && !data,
    isBusy,
    disconnect,
  }
}

/** Updates the cached profile, so that every place that shows the connection follows. */
function removeFromProfile(platform: Platform): void {
  queryClient.setQueryData<SessionUser>(callKey(getProfile), (now) => now && withoutConnection(now, platform))
}

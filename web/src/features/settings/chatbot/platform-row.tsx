import type { SessionUser } from '../../../../../contract/entities.ts'
import { disconnectCalls, statusCalls } from '../../../../../contract/chat/connection-calls.ts'
import { chatPlatforms } from '../../../../../contract/chat/platforms.ts'
import type { Platform } from '../../../../../contract/chat/platforms.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import type { PlatformStatus, RowProps } from './platform-ui.ts'
import { connectAddress, platformUis } from './platforms.ts'
import { getProfile } from '../../../../../contract/accounts/account-calls.ts'
import { call } from '../../../lib/calls/call.ts'
import { callKey, queryClient } from '../../../lib/calls/query-client.ts'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'

interface PlatformRowProps extends Pick<RowProps, 'renderState'> {
  platform: Platform
  profile: SessionUser | undefined
}

/** The connection to one platform. Turning it on opens the platform's consent page; turning it off disconnects it. */
export function PlatformRow({ platform, profile, renderState }: PlatformRowProps) {
  const { status, isLoading, isBusy, disconnect } = usePlatform(platform, profile)

  const { Logo } = platformUis[platform]

  function handleChange(on: boolean) {
    if (on) window.location.assign(connectAddress(platform))
    else void disconnect()
  }
  return (
    <div className="py-2 first:pt-0 last:pb-0" aria-busy={isLoading || isBusy}>
      <SwitchRow
        label={
          <span className="inline-flex items-center gap-2">
            <Logo className="size-5" />
            {chatPlatforms[platform].name}
          </span>
        }
        hint={isLoading ? m.loading() : <StatusLine platform={platform} status={status} />}
        checked={status?.connected ?? false}
        disabled={isLoading || isBusy}
        onChange={handleChange}
      />
      {renderState(status?.connected ?? false)}
    </div>
  )
}

function StatusLine({ platform, status }: { platform: Platform; status: PlatformStatus | undefined }) {
  if (status?.connected) {
    const { email } = status
    return (
      <span className="break-all">
        {email ? m.chatbot_connected({ email }) : m.chatbot_connected_nameless()}
      </span>
    )
  }
  return (
    <>
      <span>{m.chatbot_not_connected()}</span>{' '}
      <a
        href={connectAddress(platform)}
        aria-label={m.chatbot_connect_label({ platform: chatPlatforms[platform].name })}
        className="-my-3 inline-block rounded-sm py-3 font-semibold text-violet underline underline-offset-3 hover:no-underline"
      >
        {m.chatbot_connect()}
      </a>
    </>
  )
}

/** Returns one platform's connection: from the profile if it is loaded, otherwise from a call of its own. */
function usePlatform(platform: Platform, profile: SessionUser | undefined) {
  const statusFromProfile = profile && platformUis[platform].profile?.read(profile)
  const { data, isFetching, setData } = useCall(
    statusCalls[platform],
    {},
    { enabled: !statusFromProfile, errorsTo: 'log' },
  )
  const { isBusy, run } = useAction()
  const name = { platform: chatPlatforms[platform].name }

  async function disconnect() {
    await call(disconnectCalls[platform], {}, { errorsTo: 'caller' })
    setData((now) => now && { connected: false, email: null })
    removeFromProfile(platform)
    toast.success(m.chatbot_disconnected(name))
  }
  return {
    status: statusFromProfile ?? data,
    isLoading: !statusFromProfile && isFetching && !data,
    isBusy,
    disconnect: () => run(disconnect, () => m.chatbot_disconnect_failed(name)),
  }
}

/** Removes the connection from the cached profile, so that everything that shows it is updated. */
function removeFromProfile(platform: Platform): void {
  queryClient.setQueryData<SessionUser>(
    callKey(getProfile),
    (now) => now && (platformUis[platform].profile?.remove(now) ?? now),
  )
}

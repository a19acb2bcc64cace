import type { Platform, SessionUser } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Glyph } from '../../../ui/glyphs.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import {
  connectAddress,
  disconnectCalls,
  platformNames,
  statusCalls,
  statusInProfile,
  withoutConnection,
} from './platforms.ts'
import type { PlatformStatus } from './platforms.ts'
import { ChatSetup } from './chat-setup.tsx'
import type { ChatHealth } from './chat-setup.tsx'
import { ChatTroubleNote } from './trouble-note.tsx'
import { getProfile } from '../../../../../contract/account-calls.ts'
import { call } from '../../../lib/call.ts'
import { callKey, queryClient } from '../../../lib/query-client.ts'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/use-call.ts'
import { useAction } from '../../../lib/use-action.ts'

interface PlatformRowProps {
  platform: Platform
  profile: SessionUser | undefined
  health: ChatHealth | undefined
  onTested: () => void
}

/** The connection to one platform. Turning it on opens the platform's consent page; turning it off disconnects it. */
export function PlatformRow({ platform, profile, health, onTested }: PlatformRowProps) {
  const { status, isLoading, isBusy, disconnect } = usePlatform(platform, profile)

  function handleChange(on: boolean) {
    if (on) window.location.assign(connectAddress(platform))
    else void disconnect()
  }
  return (
    <div className="py-2 first:pt-0 last:pb-0" aria-busy={isLoading || isBusy}>
      <SwitchRow
        label={
          <span className="inline-flex items-center gap-2">
            <Glyph name={platform} className="size-5" />
            {platformNames[platform]}
          </span>
        }
        hint={isLoading ? m.loading() : <StatusLine platform={platform} status={status} />}
        checked={status?.connected ?? false}
        disabled={isLoading || isBusy}
        onChange={handleChange}
      />
      <ChatTroubleNote
        platform={platform}
        trouble={status?.connected ? health?.[platform] : null}
        bot={health?.twitchBot}
      />
      {status?.connected && <ChatSetup {...{ platform, health, onTested }} currency={profile?.currency} />}
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
        aria-label={m.chatbot_connect_label({ platform: platformNames[platform] })}
        className="-my-3 inline-block rounded-sm py-3 font-semibold text-violet underline underline-offset-3 hover:no-underline"
      >
        {m.chatbot_connect()}
      </a>
    </>
  )
}

/** Returns one platform's connection: from the profile if it is loaded, otherwise from a call of its own. */
function usePlatform(platform: Platform, profile: SessionUser | undefined) {
  const statusFromProfile = profile && statusInProfile(profile, platform)
  const { data, isFetching, setData } = useCall(
    statusCalls[platform],
    {},
    { enabled: !statusFromProfile, errorsTo: 'log' },
  )
  const { isBusy, run } = useAction()
  const name = { platform: platformNames[platform] }

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
  queryClient.setQueryData<SessionUser>(callKey(getProfile), (now) => now && withoutConnection(now, platform))
}

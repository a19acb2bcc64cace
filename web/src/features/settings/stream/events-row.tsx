import { chatPlatforms } from '../../../../../contract/chat/platforms.ts'
import type { EventPlatform } from '../../../../../contract/chat/event-platforms.ts'
import { consentPaths } from '../../../../../contract/chat/connection-calls.ts'
import { eventsCalls, saveEventsCalls } from '../../../../../contract/chat/platform-events-calls.ts'
import type { ShowKind } from '../../../../../contract/show/show-event.ts'
import type { EventsEndReason, PlatformEvents } from '../../../../../contract/chat/platform-events-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { callBase } from '../../../lib/calls/fetch-call.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { formatClock, formatNames } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { showKindTexts } from '../../../parts/alerts/show-kind-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'

/** Switches the events of the creator's channel on a platform on and off, and says whether they arrive. The consent page opens only for who wants them. */
export function EventsRow({ platform }: { platform: EventPlatform }) {
  const found = useCall(eventsCalls[platform])

  async function save(isOn: boolean, needsConsent: boolean) {
    if (isOn && needsConsent) return openConsent(platform)
    const before = found.data?.isOn
    put(isOn)
    try {
      const saved = await call(saveEventsCalls[platform], { body: { isOn } })
      found.setData(() => saved)
      toast.success(m.platform_events_saved())
    } catch {
      if (before !== undefined) put(before) // the call has shown the error
    }
  }
  function put(isOn: boolean): void {
    found.setData((now) => now && { ...now, isOn })
  }
  return (
    <Loadable
      loaded={found}
      failedText={m.show_failed()}
      skeleton={<Skeleton className="h-16 w-full rounded-card" />}
    >
      {(events) =>
        events.isOffered && (
          <div className="mb-2 border-b border-line pb-2">
            <SwitchRow
              label={m.platform_events_label({ platform: chatPlatforms[platform].name })}
              hint={hintOf(platform, events)}
              checked={events.isOn}
              onChange={(isOn) => void save(isOn, events.needsConsent)}
            />
            {events.unpermitted.length > 0 && <Unpermitted platform={platform} kinds={events.unpermitted} />}
          </div>
        )
      }
    </Loadable>
  )
}

const openConsent = (platform: EventPlatform) =>
  window.location.assign(`${callBase}${consentPaths[platform].connect}?events=on`)

/** Names the kinds that do not arrive, because the creator wants them and has not allowed them there. */
function Unpermitted({ platform, kinds }: { platform: EventPlatform; kinds: readonly ShowKind[] }) {
  const { name } = chatPlatforms[platform]
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 py-2 ps-15">
      <p className="text-sm">
        {m.platform_events_unpermitted({
          platform: name,
          kinds: formatNames(kinds.map((kind) => showKindTexts[kind]())),
        })}
      </p>
      <Button size="small" onClick={() => openConsent(platform)}>
        {m.platform_events_allow({ platform: name })}
      </Button>
    </div>
  )
}

const endTexts: Record<EventsEndReason, (values: { platform: string }) => string> = {
  revoked: m.platform_events_revoked,
  permission: m.platform_events_permission,
  user_removed: m.platform_events_user_removed,
  version_removed: m.platform_events_version_removed,
}

const aboutTexts: Record<EventPlatform, () => string> = {
  twitch: m.twitch_events_about,
  youtube: m.youtube_events_about,
}

const receivingTexts: Record<EventPlatform, (values: { platform: string }) => string> = {
  twitch: m.platform_events_receiving,
  youtube: m.youtube_events_receiving,
}

function hintOf(platform: EventPlatform, events: PlatformEvents): string {
  const { isOn, isReceiving, needsConsent, ended, lost } = events
  const values = { platform: chatPlatforms[platform].name }
  if (ended) return endTexts[ended.reason](values)
  const about = aboutTexts[platform]()
  if (!isOn) return needsConsent ? `${about} ${m.platform_events_needs_consent(values)}` : about
  const state = isReceiving ? receivingTexts[platform](values) : m.platform_events_connecting(values)
  return lost ? `${state} ${lostTextOf(lost, values)}` : state
}

function lostTextOf(
  { from, until }: NonNullable<PlatformEvents['lost']>,
  values: { platform: string },
): string {
  const since = formatClock(from)
  return until === null
    ? m.platform_events_lost_now({ ...values, from: since })
    : m.platform_events_lost({ ...values, from: since, until: formatClock(until) })
}

import { consentPaths } from '../../../../../contract/chat/connection-calls.ts'
import { getTwitchEvents, saveTwitchEvents } from '../../../../../contract/show/twitch-events-calls.ts'
import type { ShowKind } from '../../../../../contract/show/show-event.ts'
import type { EventsEndReason, TwitchEvents } from '../../../../../contract/show/twitch-events-calls.ts'
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

/** Switches the creator's Twitch events on and off, and says whether they arrive. The consent page at Twitch opens only for who wants them. */
export function TwitchEventsRow() {
  const found = useCall(getTwitchEvents)

  async function save(isOn: boolean, needsConsent: boolean) {
    if (isOn && needsConsent) return openConsent()
    const before = found.data?.isOn
    put(isOn)
    try {
      const saved = await call(saveTwitchEvents, { body: { isOn } })
      found.setData(() => saved)
      toast.success(m.twitch_events_saved())
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
              label={m.twitch_events_label()}
              hint={hintOf(events)}
              checked={events.isOn}
              onChange={(isOn) => void save(isOn, events.needsConsent)}
            />
            {events.unpermitted.length > 0 && <Unpermitted kinds={events.unpermitted} />}
          </div>
        )
      }
    </Loadable>
  )
}

const openConsent = () => window.location.assign(`${callBase}${consentPaths.twitch.connect}?events=on`)

/** Names the kinds that do not arrive, because the creator wants them and has not allowed them at Twitch. */
function Unpermitted({ kinds }: { kinds: readonly ShowKind[] }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 py-2 ps-15">
      <p className="text-sm">
        {m.twitch_events_unpermitted({ kinds: formatNames(kinds.map((kind) => showKindTexts[kind]())) })}
      </p>
      <Button size="small" onClick={openConsent}>
        {m.twitch_events_allow()}
      </Button>
    </div>
  )
}

const endTexts: Record<EventsEndReason, () => string> = {
  revoked: m.twitch_events_revoked,
  permission: m.twitch_events_permission,
  user_removed: m.twitch_events_user_removed,
  version_removed: m.twitch_events_version_removed,
}

function hintOf({ isOn, isReceiving, needsConsent, ended, lost }: TwitchEvents): string {
  if (ended) return endTexts[ended.reason]()
  if (!isOn) return needsConsent ? m.twitch_events_needs_consent() : m.twitch_events_off()
  const state = isReceiving ? m.twitch_events_receiving() : m.twitch_events_connecting()
  return lost ? `${state} ${lostTextOf(lost)}` : state
}

function lostTextOf({ from, until }: NonNullable<TwitchEvents['lost']>): string {
  const since = formatClock(from)
  return until === null
    ? m.twitch_events_lost_now({ from: since })
    : m.twitch_events_lost({ from: since, until: formatClock(until) })
}

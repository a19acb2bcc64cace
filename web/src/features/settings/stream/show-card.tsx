import { getShowSettings, saveShowSetting } from '../../../../../contract/show/show-calls.ts'
import type { ShowSetting } from '../../../../../contract/show/show-calls.ts'
import { countedShowKinds } from '../../../../../contract/show/show-event.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { formatNumber } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { showKindTexts } from '../../../parts/alerts/show-kind-texts.ts'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { eventPlatform } from '../../../../../contract/chat/event-platforms.ts'
import { eventsCalls } from '../../../../../contract/chat/platform-events-calls.ts'
import { RewardTitles } from './reward-titles.tsx'
import { EventsRow } from './events-row.tsx'

/** Which events that are not tips the alert box shows, from how many on, and with or without sound. Each change is saved at once. */
export function ShowCard() {
  const found = useCall(getShowSettings)
  const twitch = useCall(eventsCalls.twitch)

  async function save(changed: ShowSetting) {
    const before = found.data?.kinds.find(({ kind }) => kind === changed.kind)
    put(changed)
    try {
      await call(saveShowSetting, { body: changed })
      toast.success(m.show_saved())
      twitch.refetch() // it says which kinds need a consent
    } catch {
      if (before) put(before) // the call has shown the error
    }
  }
  function put(setting: ShowSetting): void {
    found.setData(
      (now) => now && { kinds: now.kinds.map((one) => (one.kind === setting.kind ? setting : one)) },
    )
  }
  return (
    <Card id="show-events" title={m.show_title()} hint={m.show_hint()}>
      {eventPlatform.options.map((platform) => (
        <EventsRow key={platform} platform={platform} />
      ))}
      <Loadable
        loaded={found}
        failedText={m.show_failed()}
        skeleton={<Skeleton className="h-96 w-full rounded-card" />}
      >
        {({ kinds }) => (
          <ul className="divide-y divide-line">
            {kinds.map((setting) => (
              <KindRow
                key={setting.kind}
                setting={setting}
                onChange={(changed) => void save(changed)}
                onSaved={(saved) => found.setData(() => ({ kinds: saved }))}
              />
            ))}
          </ul>
        )}
      </Loadable>
    </Card>
  )
}

/** What a creator can choose as the smallest number. */
const minimums = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000]

interface KindRowProps {
  setting: ShowSetting
  onChange: (changed: ShowSetting) => void
  onSaved: (kinds: ShowSetting[]) => void
}

function KindRow({ setting, onChange, onSaved }: KindRowProps) {
  const { kind, isOn, minQuantity, isMuted } = setting
  const name = showKindTexts[kind]()
  const isCounted = countedShowKinds.some((counted) => counted === kind)
  const choices = [...new Set([...minimums, minQuantity])].toSorted((a, b) => a - b)
  return (
    <li className="py-2 first:pt-0 last:pb-0">
      <SwitchRow label={name} checked={isOn} onChange={(on) => onChange({ ...setting, isOn: on })} />
      {isOn && (
        <div className="grid gap-x-6 ps-15 sm:grid-cols-2">
          <SwitchRow
            label={
              <>
                <span>{m.show_sound()}</span>
                <span className="sr-only">{m.show_sound_of({ kind: name })}</span>
              </>
            }
            checked={!isMuted}
            onChange={(on) => onChange({ ...setting, isMuted: !on })}
          />
          {isCounted && (
            <Select
              label={m.show_from({ kind: name })}
              value={String(minQuantity)}
              onChange={(event) => onChange({ ...setting, minQuantity: Number(event.target.value) })}
              options={choices.map((choice) => [String(choice), formatNumber(choice)] as const)}
            />
          )}
          {kind === 'reward' && <RewardTitles setting={setting} onSaved={onSaved} />}
        </div>
      )}
    </li>
  )
}

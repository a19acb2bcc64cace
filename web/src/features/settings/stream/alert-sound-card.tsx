import { saveAlertSound } from '../../../../../contract/alerts/sound-calls.ts'
import type { AlertSound, SoundSettings } from '../../../../../contract/alerts/sound-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Card } from '../../../ui/card.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SoundPicker } from '../sounds/sound-picker.tsx'
import { useSounds } from '../sounds/use-sounds.ts'
import { VolumeField } from '../sounds/volume-field.tsx'

/** Lets the creator choose what plays with each alert, and how loud. A change is saved at once. */
export function AlertSoundCard() {
  const { loaded } = useSounds()
  return (
    <Card id="alert-sound" title={m.sound_title()} hint={m.sound_hint()}>
      <Loadable
        loaded={loaded}
        failedText={m.sound_failed()}
        skeleton={<Skeleton className="h-40 w-full rounded-card" />}
      >
        {(settings) => <Choice settings={settings} />}
      </Loadable>
    </Card>
  )
}

function Choice({ settings: { sound, volume } }: { settings: SoundSettings }) {
  const { show } = useSounds()
  const { isBusy, run } = useAction()

  async function save(change: Partial<AlertSound>) {
    const body = { sound, volume, ...change }
    if (await run(async () => show(await call(saveAlertSound, { body })))) toast.success(m.sound_saved())
  }
  return (
    <div className="flex max-w-xl flex-col gap-5">
      <SoundPicker
        value={sound}
        volume={volume}
        disabled={isBusy}
        onChange={(chosen) => void save({ sound: chosen })}
      />
      <VolumeField
        label={m.sound_volume()}
        value={volume}
        disabled={isBusy || !sound}
        onChange={(chosen) => void save({ volume: chosen })}
      />
    </div>
  )
}

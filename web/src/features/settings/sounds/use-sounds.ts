import { getSoundSettings } from '../../../../../contract/alerts/sound-calls.ts'
import type { SoundSettings } from '../../../../../contract/alerts/sound-calls.ts'
import { useCall } from '../../../lib/calls/use-call.ts'

/** Loads what the creator's alerts play and the creator's own sounds. All components share the loaded data. */
export function useSounds() {
  const { setData, ...loaded } = useCall(getSoundSettings)
  const show = ({ sound, volume, uploaded }: SoundSettings) => setData(() => ({ sound, volume, uploaded }))
  return { loaded, show }
}

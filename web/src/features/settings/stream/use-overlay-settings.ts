import { getOverlaySettings, saveOverlaySettings } from '../../../../../contract/alerts/overlay-calls.ts'
import type { OverlaySettings } from '../../../../../contract/alerts/overlay-calls.ts'
import { call } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useCall } from '../../../lib/calls/use-call.ts'

/** Loads the settings of the creator's overlays; undefined until then. `save` resolves to whether it succeeded. */
export function useOverlaySettings() {
  const { data: settings, setData } = useCall(getOverlaySettings, {}, { errorsTo: 'log' })
  const { isBusy, run } = useAction()

  async function save(change: Partial<OverlaySettings>): Promise<boolean> {
    if (!settings) return false
    const body = { ...settings, ...change }
    return run(async () => {
      const saved = await call(saveOverlaySettings, { body })
      setData(() => saved)
    })
  }
  return { settings, isDisabled: !settings || isBusy, save }
}

import { useState } from 'react'
import {
  censorAction,
  getCensorSettings,
  saveCensorSettings,
} from '../../../../../contract/moderation/censor-calls.ts'
import type { CensorAction } from '../../../../../contract/moderation/censor-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Select } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const texts: Record<CensorAction, { label: () => string; hint: () => string }> = {
  mask: { label: m.censor_mask, hint: m.censor_mask_hint },
  'leave-out': { label: m.censor_leave_out, hint: m.censor_leave_out_hint },
  hold: { label: m.censor_hold, hint: m.censor_hold_hint },
}

/** Lets the creator choose what happens to a tip with links or listed words. The choice is saved at once and can be undone. */
export function CensorChoice() {
  const found = useCall(getCensorSettings)
  const { isBusy, run } = useAction()
  const [wanted, setWanted] = useState<CensorAction>()

  async function save(action: CensorAction, before?: CensorAction) {
    setWanted(action)
    const isSaved = await run(async () => {
      const saved = await call(saveCensorSettings, { body: { action } })
      found.setData(() => saved)
    })
    setWanted(undefined)
    if (!isSaved) return
    const undo = before && { label: m.action_undo(), run: () => void save(before) }
    toast.success(m.censor_saved(), undo)
  }
  return (
    <div className="mt-6 border-t border-line pt-5">
      <Loadable loaded={found} failedText={m.censor_not_loaded()} skeleton={<Skeleton className="h-24" />}>
        {({ action: saved }) => {
          const action = wanted ?? saved
          return (
            <Select
              label={m.censor_label()}
              hint={texts[action].hint()}
              value={action}
              disabled={isBusy}
              onChange={(event) => void save(censorAction.parse(event.target.value), saved)}
              options={censorAction.options.map((one) => [one, texts[one].label()] as const)}
              className="max-w-md"
            />
          )
        }}
      </Loadable>
    </div>
  )
}

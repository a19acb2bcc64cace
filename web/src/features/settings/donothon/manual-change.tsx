import { useState } from 'react'
import type { FormEvent } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useUnsaved } from '../../../lib/forms/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { TimeFields, isTyped, noTime, toSeconds } from './time-fields.tsx'
import type { Timers } from '../../../parts/timer/use-timers.ts'

interface ManualChangeProps extends Pick<Timers, 'isBusy' | 'change'> {
  isLive: boolean
}

/** Adds time to a running timer, or takes it off, by hand. Enter adds it. */
export function ManualChange({ isBusy, isLive, change }: ManualChangeProps) {
  const [manual, setManual] = useState(noTime)
  const [fault, setFault] = useState<string>()
  useUnsaved(isTyped(manual))

  async function handleAdjust(sign: 1 | -1) {
    const seconds = toSeconds(manual)
    if (!seconds) return setFault(m.donothon_time_wrong())
    if (await change({ kind: 'adjust', seconds: sign * seconds })) setManual(noTime)
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isLive && !isBusy) void handleAdjust(1)
  }
  return (
    <form noValidate onSubmit={handleSubmit}>
      <TimeFields
        legend={m.donothon_manual()}
        value={manual}
        error={fault}
        onChange={(typed) => {
          setManual(typed)
          setFault(undefined)
        }}
      />
      <div className="mt-3 flex gap-2">
        <Button type="submit" disabled={isBusy || !isLive}>
          {m.donothon_add()}
        </Button>
        <Button disabled={isBusy || !isLive} onClick={() => void handleAdjust(-1)}>
          {m.donothon_subtract()}
        </Button>
      </div>
    </form>
  )
}

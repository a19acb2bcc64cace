import { useState } from 'react'
import type { FormEvent } from 'react'
import { renameTimer } from '../../../../../contract/timer/timer-calls.ts'
import type { OwnTimer } from '../../../../../contract/timer/timer-calls.ts'
import { timerLimits } from '../../../../../contract/timer/timer.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useUnsaved } from '../../../lib/forms/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Timers } from '../../../parts/timer/use-timers.ts'

/** A button that becomes a field for the timer's name. */
export function RenameTimer({ timer, timers: { run, put, isBusy } }: { timer: OwnTimer; timers: Timers }) {
  const [name, setName] = useState<string>()
  const [isMissing, setIsMissing] = useState(false)
  useUnsaved(name !== undefined && name !== timer.name)
  if (name === undefined)
    return (
      <Button kind="quiet" onClick={() => setName(timer.name)}>
        {m.donothon_rename()}
      </Button>
    )

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const typed = (name ?? '').trim()
    setIsMissing(typed === '')
    if (typed === '') return
    const body = { timerId: timer.timerId, name: typed }
    if (await run(async () => put(await call(renameTimer, { body })))) setName(undefined)
  }
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={(event) => void handleSubmit(event)}>
      <Field
        name="name"
        label={m.donothon_name()}
        value={name}
        maxLength={timerLimits.name}
        error={isMissing && m.invalid_name()}
        onChange={(event) => {
          setName(event.target.value)
          setIsMissing(false)
        }}
      />
      <Button type="submit" disabled={isBusy}>
        {m.donothon_rename_save()}
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { changeTimer, createTimer, getTimers } from '../../../../contract/timer/timer-calls.ts'
import type { OwnTimer } from '../../../../contract/timer/timer-calls.ts'
import type { TimerChange, TimerRule } from '../../../../contract/timer/timer.ts'
import type { ErrorsTo } from '../../lib/calls/error-rule.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'

const refetchMs = 5_000

/** The creator's timers, the chosen one of them, and the changes to it. */
export function useTimers(options: { errorsTo?: ErrorsTo } = {}) {
  const loaded = useCall(getTimers, {}, { refetchInterval: refetchMs, ...options })
  const [chosenId, choose] = useState<string>()
  const { isBusy, run } = useAction()
  const timers = loaded.data?.timers ?? []
  const timer = timers.find(({ timerId }) => timerId === chosenId) ?? timers.at(-1)

  function put(changed: OwnTimer): void {
    choose(changed.timerId)
    loaded.setData((now) => now && { ...now, timers: replace(now.timers, changed) })
    loaded.refetch() // for the server's time
  }

  return {
    loaded,
    timers,
    timer,
    choose,
    isBusy,
    /** Makes a change to the chosen timer. Resolves to whether it was made. */
    change: (change: TimerChange) =>
      run(async () => {
        const body = { timerId: timer!.timerId, entryId: crypto.randomUUID(), change }
        put(await call(changeTimer, { body }))
      }),
    /** Makes a timer and, if `seconds` is given, starts it. */
    create: ({ name, rule, seconds }: { name: string; rule: TimerRule; seconds?: number }) =>
      run(async () => {
        const made = await call(createTimer, { body: { name, rule } })
        put(made)
        if (!seconds) return
        const change = { kind: 'start', seconds } as const
        put(
          await call(changeTimer, { body: { timerId: made.timerId, entryId: crypto.randomUUID(), change } }),
        )
      }),
    run,
    put,
  }
}

export type Timers = ReturnType<typeof useTimers>

function replace(timers: readonly OwnTimer[], changed: OwnTimer): OwnTimer[] {
  const isThere = timers.some(({ timerId }) => timerId === changed.timerId)
  return isThere
    ? timers.map((timer) => (timer.timerId === changed.timerId ? changed : timer))
    : [...timers, changed]
}

import { useState } from 'react'
import type { FormEvent } from 'react'
import { archiveTimer } from '../../../../../contract/timer/timer-calls.ts'
import type { OwnTimer } from '../../../../../contract/timer/timer-calls.ts'
import { timerLimits } from '../../../../../contract/timer/timer.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { toast } from '../../../lib/toast.ts'
import { mayDiscard, useUnsaved } from '../../../lib/forms/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { KeyedAddress } from '../keyed-address.tsx'
import type { TabProps } from '../tabs.ts'
import { EntriesCard } from './entries-card.tsx'
import { LimitsForm } from './limits-form.tsx'
import { ManualChange } from './manual-change.tsx'
import { RenameTimer } from './rename-timer.tsx'
import { RuleForm, findWrongField, toRule, toTyped } from './rule-form.tsx'
import type { RuleField } from './rule-form.tsx'
import { TimeFields, isTyped, noTime, toSeconds } from './time-fields.tsx'
import { TimerClock } from '../../../parts/timer/timer-clock.tsx'
import { useTimers } from '../../../parts/timer/use-timers.ts'
import type { Timers } from '../../../parts/timer/use-timers.ts'

/** The donothon's settings: the specification's inputs, and what runs, limits and corrects the timer. */
export function DonothonTab({ user: { uid }, profile }: TabProps) {
  const timers = useTimers()
  const { timer, loaded } = timers
  const currency = profile?.currency ?? null
  return (
    <div className="grid gap-6">
      <Card id="donothon" title={m.donothon_timer()} hint={m.donothon_hint()}>
        <Loadable loaded={loaded} failedText={m.donothon_failed()} skeleton={<Skeleton className="h-96" />}>
          {({ now }) => (
            <div className="grid gap-8">
              <TimerChoice timers={timers} />
              {timer && <TimerClock timer={timer} aheadMs={Date.parse(now) - loaded.updatedAt} />}
              <TimerForm key={timer?.timerId} timers={timers} timer={timer} currency={currency} />
              <TimerAddress uid={uid} timerId={timers.timers.length > 1 ? timer?.timerId : undefined} />
            </div>
          )}
        </Loadable>
      </Card>
      {timer && (
        <>
          <Card id="timer-limits" title={m.donothon_limits()} hint={m.donothon_limits_hint()}>
            <LimitsForm timer={timer} isBusy={timers.isBusy} change={timers.change} />
          </Card>
          <EntriesCard
            key={timer.timerId}
            timerId={timer.timerId}
            version={timer.version}
            currency={currency}
            isBusy={timers.isBusy}
            onUndo={(entryId) => void timers.change({ kind: 'undo', entryId })}
          />
        </>
      )}
    </div>
  )
}

function TimerAddress({ uid, timerId }: { uid: string; timerId: string | undefined }) {
  const address = `${useSiteUrl()}/overlay?userUID=${uid}&widget=timer`
  return <KeyedAddress label={m.donothon_url()} address={timerId ? `${address}&timer=${timerId}` : address} />
}

/** Chooses one of several timers, renames it, puts it away, and makes another one. */
function TimerChoice({ timers: all }: { timers: Timers }) {
  const { timers, timer, choose, create, isBusy, run, loaded } = all
  if (!timer) return null

  async function handleArchive({ timerId }: OwnTimer) {
    if (!window.confirm(m.donothon_archive_confirm())) return
    if (!(await run(() => call(archiveTimer, { body: { timerId } })))) return
    loaded.setData((now) => now && { ...now, timers: now.timers.filter((one) => one.timerId !== timerId) })
  }
  async function handleCreate({ rule }: OwnTimer) {
    if (await mayDiscard())
      await create({ name: m.donothon_default_name({ number: timers.length + 1 }), rule })
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      {timers.length > 1 && (
        <Select
          label={m.donothon_timer()}
          value={timer.timerId}
          onChange={({ target }) => void mayDiscard().then((may) => may && choose(target.value))}
          options={timers.map((one) => [one.timerId, one.name] as const)}
          className="min-w-48"
        />
      )}
      <RenameTimer key={timer.timerId} timer={timer} timers={all} />
      {timers.length < timerLimits.timers && (
        <Button kind="quiet" disabled={isBusy} onClick={() => void handleCreate(timer)}>
          {m.donothon_new()}
        </Button>
      )}
      <Button kind="quiet" disabled={isBusy} onClick={() => void handleArchive(timer)}>
        {m.donothon_archive()}
      </Button>
    </div>
  )
}

interface TimerFormProps {
  timers: Timers
  timer: OwnTimer | undefined
  currency: Parameters<typeof RuleForm>[0]['currency']
}

/** What was found to be wrong when a button was clicked: the text about the start, and the field of the rule. */
interface Faults {
  start?: string
  rule?: RuleField | undefined
}

/** Returns what was found to be wrong, and how to change a value so that it is forgotten. */
function useFaults() {
  const [faults, setFaults] = useState<Faults>({})
  function withoutFaults<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      setFaults({})
    }
  }
  return { faults, setFaults, withoutFaults }
}

/** The specification's inputs: starting time, manual change, and rule. */
function TimerForm({ timers: { change, create, isBusy }, timer, currency }: TimerFormProps) {
  const [start, setStart] = useState(noTime)
  const [typed, setTyped] = useState(() => toTyped(timer?.rule, currency))
  const { faults, setFaults, withoutFaults } = useFaults()
  const saved = toTyped(timer?.rule, currency)
  useUnsaved(isTyped(start) || JSON.stringify(typed) !== JSON.stringify(saved))
  const status = timer?.status ?? 'idle'
  const isLive = status === 'running' || status === 'paused'

  function readRule() {
    const rule = toRule(typed, currency)
    setFaults({ rule: findWrongField(typed, currency) })
    return rule
  }

  async function handleStart(event: FormEvent) {
    event.preventDefault()
    const seconds = toSeconds(start)
    if (!seconds) return setFaults({ start: m.donothon_time_wrong() })
    const rule = readRule()
    if (!rule) return
    if (!timer) await create({ name: m.donothon_default_name({ number: 1 }), rule, seconds })
    else if (await change({ kind: 'start', seconds })) setStart(noTime)
  }

  async function handleSaveRule(event: FormEvent) {
    event.preventDefault()
    if (!timer) return
    const rule = readRule()
    if (!rule || !(await change({ kind: 'rule', rule }))) return
    setTyped(toTyped(rule, currency))
    toast.success(m.donothon_saved())
  }
  return (
    <>
      {isLive ? (
        <Controls status={status} isBusy={isBusy} change={change} />
      ) : (
        <form noValidate onSubmit={(event) => void handleStart(event)}>
          <TimeFields
            legend={m.donothon_start()}
            value={start}
            error={faults.start}
            onChange={withoutFaults(setStart)}
          />
          <Button type="submit" kind="primary" className="mt-3" isBusy={isBusy}>
            {status === 'ended' ? m.donothon_reopen_button() : m.donothon_start_button()}
          </Button>
        </form>
      )}
      <ManualChange isBusy={isBusy} isLive={isLive} change={change} />
      <form noValidate onSubmit={(event) => void handleSaveRule(event)}>
        <RuleForm rule={typed} currency={currency} wrong={faults.rule} onChange={withoutFaults(setTyped)} />
        {timer && (
          <Button type="submit" className="mt-3" disabled={isBusy}>
            {m.donothon_save_rule()}
          </Button>
        )}
      </form>
    </>
  )
}

function Controls({
  status,
  isBusy,
  change,
}: Pick<Timers, 'isBusy' | 'change'> & { status: OwnTimer['status'] }) {
  const handleEnd = () => {
    if (window.confirm(m.donothon_end_confirm())) void change({ kind: 'end' })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'running' ? (
        <Button kind="primary" disabled={isBusy} onClick={() => void change({ kind: 'pause' })}>
          {m.donothon_pause()}
        </Button>
      ) : (
        <Button kind="primary" disabled={isBusy} onClick={() => void change({ kind: 'resume' })}>
          {m.donothon_resume()}
        </Button>
      )}
      <Button disabled={isBusy} onClick={handleEnd}>
        {m.donothon_end()}
      </Button>
    </div>
  )
}

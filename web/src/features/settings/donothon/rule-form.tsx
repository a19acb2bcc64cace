import { useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { readNumber } from '../../../../../contract/money/read-amount.ts'
import { getOwnGoals } from '../../../../../contract/goals/own-goal-calls.ts'
import type { CountedEvent } from '../../../../../contract/show/counted-event.ts'
import { defaultTimerRule } from '../../../../../contract/timer/timer.ts'
import type { TimerRule } from '../../../../../contract/timer/timer.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { readAmountMinor, writeAmount } from '../../../lib/payments/typed-amount.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Select } from '../../../ui/field.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { EventTimes, findWrongTime, toTimes, toTypedTimes } from './event-times.tsx'
import type { TypedTimes } from './event-times.tsx'
import { NumberField } from './number-field.tsx'

/** A rule as it is typed: whole units of the currency, minutes, and the seconds of events. */
export interface TypedRule extends Omit<TimerRule, 'amount' | 'seconds' | 'events'> {
  units: string
  minutes: string
  times: TypedTimes
}

/** Returns a rule as it is typed. The default one is empty, so that its placeholders show. */
export function toTyped(rule: TimerRule | undefined, currency: PayoutCurrency | null): TypedRule {
  const { amount, seconds, events: _events, ...others } = rule ?? defaultTimerRule
  const rest = { ...others, times: toTypedTimes(rule ?? defaultTimerRule) }
  return rule
    ? { ...rest, units: writeAmount(amount, inDefault(currency)), minutes: String(seconds / 60) }
    : { ...rest, units: '', minutes: '' }
}

/** Returns the typed rule, where an empty field means 1; undefined if a number cannot be read or is out of range. */
export function toRule(
  { units, minutes, times, ...others }: TypedRule,
  currency: PayoutCurrency | null,
): TimerRule | undefined {
  const amount = readAmountMinor(units.trim() || '1', inDefault(currency), 1)
  const seconds = Math.round((readNumber(minutes.trim() || '1') ?? Number.NaN) * 60)
  if (amount === undefined || amount < 1 || amount > 5_000_000 || findWrongTime(times)) return undefined
  const rest = { ...others, events: toTimes(times) }
  return seconds >= 1 && seconds <= 24 * 3600 ? { ...rest, amount, seconds } : undefined
}

/** A field of a rule: of its two numbers about tips, or the time of an event. */
export type RuleField = 'units' | 'minutes' | CountedEvent

/** Returns the field of a rule that cannot be read or is out of range; undefined if `toRule` returns a rule. */
export function findWrongField(typed: TypedRule, currency: PayoutCurrency | null): RuleField | undefined {
  const wrongTime = findWrongTime(typed.times)
  if (wrongTime ?? toRule(typed, currency)) return wrongTime
  return toRule({ ...typed, minutes: '' }, currency) ? 'minutes' : 'units'
}

/** Returns the currency of a rule: without a payout currency the specification's. */
function inDefault(currency: PayoutCurrency | null): PayoutCurrency {
  return currency ?? 'gbp'
}

interface RuleFormProps {
  rule: TypedRule
  currency: PayoutCurrency | null
  /** The field that was found to be wrong. */
  wrong: RuleField | undefined
  onChange: (rule: TypedRule) => void
}

/** How tips extend the time. */
export function RuleForm({ rule, currency, wrong, onChange }: RuleFormProps) {
  const code = inDefault(currency).toUpperCase()
  const [isMore, setIsMore] = useState(false)
  const set = (changes: Partial<TypedRule>) => onChange({ ...rule, ...changes })
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{m.donothon_rule()}</legend>
      <div className="grid max-w-md grid-cols-2 gap-3">
        <NumberField
          name="units"
          hasDecimals
          label={code}
          placeholder="1"
          value={rule.units}
          error={wrong === 'units' ? m.donothon_rule_wrong() : undefined}
          onChange={(units) => set({ units })}
        />
        <NumberField
          name="minutes"
          hasDecimals
          label={m.donothon_adds_minutes()}
          placeholder="1"
          value={rule.minutes}
          error={wrong === 'minutes' ? m.donothon_rule_wrong() : undefined}
          onChange={(minutes) => set({ minutes })}
        />
      </div>
      <p className="mt-1.5 text-sm text-muted">
        {m.donothon_rule_is({ units: rule.units || '1', code, minutes: rule.minutes || '1' })}
      </p>
      <details className="mt-2" open={isMore} onToggle={(event) => setIsMore(event.currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-violet">
          {m.donothon_more_rules()}
        </summary>
        {isMore && <FurtherRules rule={rule} set={set} />}
      </details>
      <EventTimesFold rule={rule} wrong={wrong} set={set} />
    </fieldset>
  )
}

/** The times of events, folded away until a rule has one. */
function EventTimesFold({ rule, wrong, set }: FoldProps) {
  const { times } = rule
  const [isOpen, setIsOpen] = useState(() => Object.values(times).some((seconds) => seconds !== ''))
  const wrongTime = wrong === 'units' || wrong === 'minutes' ? undefined : wrong
  const isShown = isOpen || wrongTime !== undefined
  return (
    <details open={isShown} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-violet">
        {m.donothon_events()}
      </summary>
      {isShown && (
        <EventTimes times={times} wrong={wrongTime} onChange={(changed) => set({ times: changed })} />
      )}
    </details>
  )
}

interface FoldProps {
  rule: TypedRule
  wrong: RuleField | undefined
  set: (changes: Partial<TypedRule>) => void
}

function FurtherRules({ rule, set }: { rule: TypedRule; set: (changes: Partial<TypedRule>) => void }) {
  const goals = useCall(getOwnGoals)
  const chosen = rule.goals
  const open = (goals.data ?? []).filter(
    ({ status, goaluuid }) => status === 'ACTIVE' || chosen?.includes(goaluuid),
  )
  return (
    <div className="mt-2 grid max-w-md gap-2">
      <Select
        label={m.donothon_mode()}
        value={rule.mode}
        onChange={(event) => set({ mode: event.target.value === 'steps' ? 'steps' : 'proportion' })}
        options={[
          ['proportion', m.donothon_mode_proportion()],
          ['steps', m.donothon_mode_steps()],
        ]}
      />
      <SwitchRow
        label={m.donothon_general_tips()}
        checked={rule.countsGeneralTips}
        onChange={(countsGeneralTips) => set({ countsGeneralTips })}
      />
      <SwitchRow
        label={m.donothon_all_goals()}
        checked={chosen === null}
        onChange={(isAll) => set({ goals: isAll ? null : open.map(({ goaluuid }) => goaluuid) })}
      />
      {chosen !== null &&
        open.map(({ goaluuid, title }) => (
          <SwitchRow
            key={goaluuid}
            label={title}
            checked={chosen.includes(goaluuid)}
            onChange={(isOn) =>
              set({ goals: isOn ? [...chosen, goaluuid] : chosen.filter((id) => id !== goaluuid) })
            }
          />
        ))}
      <SwitchRow
        label={m.donothon_refunds()}
        checked={rule.takesBackRefunds}
        onChange={(takesBackRefunds) => set({ takesBackRefunds })}
      />
    </div>
  )
}

import { useState } from 'react'
import type { FormEvent } from 'react'
import type { OwnTimer } from '../../../../../contract/timer/timer-calls.ts'
import type { TimerChange } from '../../../../../contract/timer/timer.ts'
import { readNumber } from '../../../../../contract/money/read-amount.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatDateTime } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useUnsaved } from '../../../lib/forms/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { NumberField } from './number-field.tsx'

const minute = 60_000
/** Keeps the year to four digits: without a maximum, Chromium goes on with the year while the next part is typed. */
const lastMoment = '9999-12-31T23:59'

const factors = [
  ['150', '1.5 ×'],
  ['200', '2 ×'],
  ['300', '3 ×'],
] as const

/** What is wrong with the two fields of a form. */
interface Faults {
  number?: string
  moment?: string
}

/** Returns what is wrong, and how to change a value so that it is forgotten. */
function useFaults() {
  const [faults, setFaults] = useState<Faults>({})
  const typing = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFaults({})
  }
  return { faults, setFaults, typing }
}

interface LimitsFormProps {
  timer: OwnTimer
  isBusy: boolean
  change: (change: TimerChange) => Promise<boolean>
}

/** The longest time of a timer, its latest end, and happy hours. */
export function LimitsForm({ timer, isBusy, change }: LimitsFormProps) {
  return (
    <div className="grid gap-6">
      <Cap key={`${timer.timerId} ${timer.cap.seconds} ${timer.cap.at}`} {...{ timer, isBusy, change }} />
      <HappyHour {...{ timer, isBusy, change }} />
    </div>
  )
}

function Cap({ timer: { cap }, isBusy, change }: LimitsFormProps) {
  const savedHours = cap.seconds === null ? '' : String(cap.seconds / 3600)
  const savedAt = cap.at === null ? '' : toLocal(cap.at)
  const [hours, setHours] = useState(savedHours)
  const [at, setAt] = useState(savedAt)
  const { faults, setFaults, typing } = useFaults()
  useUnsaved(hours !== savedHours || at !== savedAt)

  async function handleSave(event: FormEvent) {
    event.preventDefault()
    const seconds = hours.trim() === '' ? null : Math.round((readNumber(hours) ?? Number.NaN) * 3600)
    if (seconds !== null && !(seconds >= 1)) return setFaults({ number: m.donothon_hours_wrong() })
    const moment = at === '' ? null : readMoment(at)
    if (moment === undefined) return setFaults({ moment: m.invalid_day() })
    if (await change({ kind: 'cap', cap: { seconds, at: moment } })) toast.success(m.donothon_saved())
  }
  return (
    <form noValidate onSubmit={(event) => void handleSave(event)}>
      <fieldset>
        <legend className="mb-2 font-semibold">{m.donothon_cap()}</legend>
        <div className="grid max-w-md gap-3 sm:grid-cols-2">
          <NumberField
            name="hours"
            hasDecimals
            label={m.donothon_cap_hours()}
            placeholder="–"
            value={hours}
            error={faults.number}
            onChange={typing(setHours)}
          />
          <Field
            type="datetime-local"
            name="at"
            label={m.donothon_cap_at()}
            max={lastMoment}
            value={at}
            error={faults.moment}
            onChange={(event) => typing(setAt)(event.target.value)}
          />
        </div>
        <Button className="mt-3" type="submit" disabled={isBusy}>
          {m.donothon_save_cap()}
        </Button>
      </fieldset>
    </form>
  )
}

function HappyHour({ timer: { happyHours }, isBusy, change }: LimitsFormProps) {
  const [percent, setPercent] = useState('200')
  const [minutes, setMinutes] = useState('')
  const [from, setFrom] = useState('')
  const { faults, setFaults, typing } = useFaults()
  useUnsaved(minutes !== '' || from !== '')

  async function handleAdd(event: FormEvent) {
    event.preventDefault()
    const length = readNumber(minutes.trim() || '30')
    if (length === undefined || !Number.isInteger(length) || length < 1 || length > 10_000)
      return setFaults({ number: m.donothon_minutes_wrong() })
    const start = from === '' ? new Date().toISOString() : readMoment(from)
    if (start === undefined) return setFaults({ moment: m.invalid_day() })
    if (!(await change({ kind: 'happy-hour', hour: toHour(start, length, Number(percent)) }))) return
    setMinutes('')
    setFrom('')
    toast.success(m.donothon_saved())
  }
  return (
    <form noValidate onSubmit={(event) => void handleAdd(event)}>
      <fieldset>
        <legend className="mb-2 font-semibold">{m.donothon_happy_hour()}</legend>
        <HappyHourList happyHours={happyHours} />
        <div className="grid max-w-2xl gap-3 sm:grid-cols-3">
          <Select
            label={m.donothon_happy_hour_factor()}
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
            options={factors}
          />
          <NumberField
            name="minutes"
            label={m.donothon_minutes()}
            placeholder="30"
            value={minutes}
            error={faults.number}
            onChange={typing(setMinutes)}
          />
          <Field
            type="datetime-local"
            name="from"
            label={m.donothon_happy_hour_from()}
            max={lastMoment}
            value={from}
            error={faults.moment}
            onChange={(event) => typing(setFrom)(event.target.value)}
          />
        </div>
        <Button className="mt-3" type="submit" disabled={isBusy}>
          {m.donothon_happy_hour_add()}
        </Button>
      </fieldset>
    </form>
  )
}

function HappyHourList({ happyHours }: Pick<OwnTimer, 'happyHours'>) {
  return happyHours.map((hour) => (
    <p key={hour.from} className="mb-2 text-sm text-muted">
      {m.donothon_happy_hour_is({
        factor: hour.percent / 100,
        from: formatDateTime(hour.from),
        to: formatDateTime(hour.to),
      })}
    </p>
  ))
}

/** Returns a happy hour of so many minutes. */
function toHour(from: string, minutes: number, percent: number) {
  return { from, to: new Date(Date.parse(from) + minutes * minute).toISOString(), percent }
}

/** Returns the moment in a field of type `datetime-local`; undefined for a year of six digits, which only a program sets. */
function readMoment(typed: string): string | undefined {
  return /^\d{4}-/.test(typed) ? new Date(typed).toISOString() : undefined
}

/** Returns a time as a field of type `datetime-local` has it: in the browser's time zone, without seconds. */
function toLocal(at: string): string {
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * minute).toISOString().slice(0, 16)
}

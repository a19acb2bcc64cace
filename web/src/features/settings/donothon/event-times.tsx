import { countedEvents } from '../../../../../contract/show/counted-event.ts'
import type { CountedEvent } from '../../../../../contract/show/counted-event.ts'
import type { TimerRule } from '../../../../../contract/timer/timer.ts'
import { readNumber } from '../../../../../contract/money/read-amount.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { NumberField } from './number-field.tsx'

/** What each event that is not a tip is called, once. */
export const eventTexts: Record<CountedEvent, () => string> = {
  subscription1: m.donothon_event_subscription1,
  subscription2: m.donothon_event_subscription2,
  subscription3: m.donothon_event_subscription3,
  gift1: m.donothon_event_gift1,
  gift2: m.donothon_event_gift2,
  gift3: m.donothon_event_gift3,
  bits: m.donothon_event_bits,
  follow: m.donothon_event_follow,
  raid: m.donothon_event_raid,
}

/** The seconds of each event as they are typed; an empty text and a zero add none. */
export type TypedTimes = Record<CountedEvent, string>

/** Returns a rule's times as they are typed. */
export function toTypedTimes({ events = {} }: TimerRule): TypedTimes {
  const typed = countedEvents.map((what) => [what, String(events[what] ?? '')] as const)
  return Object.fromEntries(typed) as TypedTimes
}

/** Returns the typed times. Leaves out what cannot be read, which `findWrongTime` names. */
export function toTimes(typed: TypedTimes): NonNullable<TimerRule['events']> {
  const times = countedEvents.map((what) => [what, readSeconds(typed[what])] as const)
  return Object.fromEntries(times.filter(([, seconds]) => seconds))
}

/** Returns the event whose time cannot be read or is out of range, if there is one. */
export function findWrongTime(typed: TypedTimes): CountedEvent | undefined {
  return countedEvents.find((what) => readSeconds(typed[what]) === undefined)
}

/** Returns whole seconds up to a day, 0 for an empty text; undefined for anything else. */
function readSeconds(typed: string): number | undefined {
  const seconds = readNumber(typed.trim() || '0')
  const isWhole = seconds !== undefined && Number.isInteger(seconds)
  return isWhole && seconds >= 0 && seconds <= 24 * 3600 ? seconds : undefined
}

interface EventTimesProps {
  times: TypedTimes
  /** The event whose time was found to be wrong. */
  wrong: CountedEvent | undefined
  onChange: (times: TypedTimes) => void
}

/** The seconds that events which are not tips add, a field for each. */
export function EventTimes({ times, wrong, onChange }: EventTimesProps) {
  return (
    <>
      <p className="mb-3 text-sm text-muted">{m.donothon_events_hint()}</p>
      <div className="grid max-w-2xl grid-cols-2 gap-3 sm:grid-cols-3">
        {countedEvents.map((what) => (
          <NumberField
            key={what}
            name={what}
            label={eventTexts[what]()}
            placeholder="0"
            value={times[what]}
            error={wrong === what ? m.donothon_seconds_wrong() : undefined}
            onChange={(seconds) => onChange({ ...times, [what]: seconds })}
          />
        ))}
      </div>
    </>
  )
}

import { ChevronDown } from 'lucide-react'
import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Labelled, useFieldIds } from '../../ui/field.tsx'
import { useEarlyChoice } from '../../lib/forms/early-input.ts'
import { levelOf, percentOf } from '../../ui/liquid-level.ts'

interface TargetFieldProps {
  goals: Goal[]
  /** The goal's id, or null for a general tip. */
  target: string | null
  creatorName: string
  /** Undefined if the page determines what the tip is for. */
  onChange: ((target: string | null) => void) | undefined
}

/** Chooses the goal that the tip goes towards, or none. Where there is no choice, only the form has it. */
export function TargetField({ goals, target, creatorName, onChange }: TargetFieldProps) {
  if (!onChange || goals.length === 0) return <input type="hidden" name="goal" value={target ?? ''} />
  return <TargetList {...{ goals, target, creatorName, onChange }} />
}

type TargetListProps = TargetFieldProps & { onChange: (target: string | null) => void }

function TargetList({ goals, target, creatorName, onChange }: TargetListProps) {
  const ids = useFieldIds(undefined, undefined)
  const list = useEarlyChoice('goal', target ?? '', (chosen) => onChange(chosen || null))
  return (
    <Labelled label={m.tip_towards()} ids={ids}>
      <div className="relative">
        <select
          {...ids.attributes}
          ref={list}
          name="goal"
          value={target ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
          className="block min-h-12 w-full appearance-none truncate rounded-card border border-field bg-card pr-10 pl-3.5 font-medium focus:border-coral focus:ring-3 focus:ring-coral/30 focus:outline-none"
        >
          {goals.map(({ goaluuid, title, amount, amount_received: received }) => (
            <option key={goaluuid} value={goaluuid}>
              {m.tip_goal_option({ title, percent: percentOf(levelOf(received, amount)) })}
            </option>
          ))}
          <option value="">{m.tip_general({ name: creatorName })}</option>
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3 size-5 text-muted" />
      </div>
    </Labelled>
  )
}

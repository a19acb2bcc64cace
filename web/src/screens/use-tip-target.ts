import { useEffect, useRef, useState } from 'react'
import type { Goal } from '../../../contract/entities.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { toast } from '../lib/toast.ts'

/**
 * What a tip goes towards: the goal that was chosen, else the first one; null is a general tip. Says so when the goal
 * closes under the fan's hands and another takes its place.
 */
export function useTipTarget(active: Goal[], creatorName: string) {
  const [choice, setChoice] = useState<string | null>()
  const chosen = active.find(({ goaluuid }) => goaluuid === choice) ?? active[0]
  const target = choice === null ? undefined : chosen
  const before = useRef(target)

  useEffect(() => {
    const last = before.current
    before.current = target
    const hasClosed = last && !active.some(({ goaluuid }) => goaluuid === last.goaluuid)
    if (!hasClosed || last.goaluuid === target?.goaluuid) return
    const next = target?.title ?? m.tip_general({ name: creatorName })
    toast.info(m.tip_target_moved({ title: last.title, next }))
  }, [active, target, creatorName])

  return [target?.goaluuid ?? null, setChoice] as const
}

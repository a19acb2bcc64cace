import { useEffect, useRef, useState } from 'react'
import type { Goal } from '../../../contract/entities.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { toast } from '../lib/toast.ts'

/**
 * The goal that a tip goes towards: the chosen one, or the first; null for a general tip. Shows a toast when the chosen
 * goal closes and the target changes.
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

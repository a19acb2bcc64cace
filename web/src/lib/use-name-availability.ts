import { useEffect, useState } from 'react'
import { getNameAvailability } from '../../../contract/sign-up-calls.ts'
import { useCall } from './use-call.ts'

const pauseMs = 300

/** Whether a name can be claimed, asked when the typing pauses. `isAsking` until the answer is about this very name. */
export function useNameAvailability(typed: string) {
  const name = typed.trim().toLowerCase()
  const asked = useSettled(name)
  const { data, isFetching, refetch } = useCall(
    getNameAvailability,
    { query: { name: asked } },
    { enabled: asked !== '', errorsTo: 'log' },
  )
  const answer = data?.name === name ? data : undefined
  return { answer, isAsking: name !== '' && !answer && (isFetching || asked !== name), refetch }
}

/** A value that has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

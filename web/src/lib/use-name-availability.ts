import { useEffect, useState } from 'react'
import { getNameAvailability } from '../../../contract/sign-up-calls.ts'
import { useCall } from './use-call.ts'

const debounceMs = 300

/** Whether a name can be claimed, asked when the typing pauses. `isAsking` until the answer is about this very name. */
export function useNameAvailability(input: string) {
  const name = input.trim().toLowerCase()
  const checkedName = useDebounced(name)
  const { data, isFetching, refetch } = useCall(
    getNameAvailability,
    { query: { name: checkedName } },
    { enabled: checkedName !== '', errorsTo: 'log' },
  )
  const availability = data?.name === name ? data : undefined
  return {
    availability,
    isChecking: name !== '' && !availability && (isFetching || checkedName !== name),
    refetch,
  }
}

/** A value that has not changed for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

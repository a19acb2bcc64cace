import { useEffect, useState } from 'react'
import { getNameAvailability } from '../../../../contract/accounts/sign-up-calls.ts'
import { toCopied } from '../../../../contract/text.ts'
import { useCall } from '../calls/use-call.ts'

const debounceMs = 300

/**
 * Checks whether a username is free, once the visitor stops typing. `isChecking` is true until the result for the current text
 * has arrived.
 */
export function useNameAvailability(input: string) {
  const name = toCopied(input).toLowerCase()
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

/** Returns the value once it has stayed the same for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

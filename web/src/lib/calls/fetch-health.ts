import { getHealth } from '../../../../contract/pages/site-calls.ts'
import { fetchCall } from './fetch-call.ts'

/** Returns whether the server reports that it is healthy. A failed request is logged and counts as unhealthy. */
export async function fetchHealth(): Promise<boolean> {
  return fetchCall(getHealth).then(
    () => true,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return false
    },
  )
}

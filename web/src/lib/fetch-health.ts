import { getHealth } from '../../../contract/site-calls.ts'
import { fetchCall } from './fetch-call.ts'

/** Whether the service answers that it can work; anything else, no answer included, is logged and means that it cannot. */
export async function fetchHealth(): Promise<boolean> {
  return fetchCall(getHealth).then(
    () => true,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return false
    },
  )
}

/**
 * Decides what comes next after an attempt at a service that enters whatever it gets, so that no tip is entered twice: what may have
 * arrived is not sent again.
 */
import type { WebhookTry } from '../../contract/tools/webhook-calls.ts'

type Outcome = Pick<WebhookTry, 'status' | 'problem'>

/**
 * `again`: it did not arrive, and a later attempt may. `wait`: there were too many requests. `tokenRefused` and `tipRefused`: no later
 * attempt can succeed. `answerLost`: it may have arrived.
 */
export type Judgement = 'taken' | 'again' | 'wait' | 'tokenRefused' | 'tipRefused' | 'answerLost'

/** Judges a response, or what there was in its place. */
export function judgeResponse({ status, problem }: Outcome): Judgement {
  if (status === null) return problem === 'timeout' || problem === 'lost' ? 'answerLost' : 'again'
  if (status >= 200 && status < 300) return 'taken'
  if (status === 429) return 'wait'
  if (status === 503) return 'again'
  if (status >= 500) return 'answerLost'
  return status === 401 || status === 403 ? 'tokenRefused' : 'tipRefused'
}

/** Makes a channel, or the whole account, wait after Twitch refused a message. */
import { SlowDownError } from '../../errors.ts'
import { openAccountRate } from '../account-rate.ts'
import type { Throttle } from '../throttle.ts'
import type { TwitchLimits } from './limits.ts'
import { toRefusal } from './notices.ts'

interface RefusalsContext {
  limits: TwitchLimits
  throttle: Throttle
  scale: number
}

/** How long Twitch's window of messages is. */
const windowMs = 30_000
export interface TwitchRefusals {
  /** Returns the error for a refused message. `key` names the channel in the throttle. */
  handle(key: string, refusal: { id: string; text: string }): Promise<Error>
}

/** Opens the handling of refusals for one account. */
export function openTwitchRefusals({ limits, throttle, scale }: RefusalsContext): TwitchRefusals {
  const isAccountTooFast = openAccountRate(scale)

  return {
    async handle(key, { id, text }) {
      if (id === 'msg_ratelimit' && isAccountTooFast(key)) {
        await limits.blockMessages(windowMs / scale)
        return new SlowDownError(windowMs / scale, 'destination')
      }
      const refusal = toRefusal(id, text, scale)
      if (refusal instanceof SlowDownError && id !== 'msg_duplicate')
        throttle.block(key, refusal.milliseconds)
      return refusal
    },
  }
}

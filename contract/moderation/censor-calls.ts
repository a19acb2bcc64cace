/** Calls for the setting of a creator's censor. The words that a creator blocks are in `chat-calls.ts`. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'

/**
 * What happens when the censor finds a link or a listed or blocked word in a name or message: the words are masked, the whole name
 * or message is left out, or the tip is held for its creator's review. Slurs are left out in any case.
 */
export const censorAction = z.enum(['mask', 'leave-out', 'hold'])
export type CensorAction = z.output<typeof censorAction>

export const censorSettings = z.object({ action: censorAction })
export type CensorSettings = z.output<typeof censorSettings>

export const getCensorSettings = creatorCall.get('account/censor-settings', {
  summary:
    'What happens to names and messages with links or blocked words that are sent to the signed-in creator.',
  response: censorSettings,
})

export const saveCensorSettings = creatorCall.post('account/save-censor-settings', {
  summary:
    'Changes it. Alerts that were shown keep their words; tips are held from the next payment that is opened.',
  body: censorSettings,
  response: censorSettings,
})

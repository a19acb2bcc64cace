/** Calls for the spoken messages of a creator's alerts. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { minorUnits } from '../money/money.ts'
import { volume } from './sounds.ts'
import { voice } from './voices.ts'

/**
 * What speaks the messages of alerts. `file`: a file that the server has made, with one of its voices. `browser`: the voice of the
 * browser that shows the alerts; OBS does not record it under “Control audio via OBS”
 * (https://github.com/obsproject/obs-browser/issues/404).
 */
export const speechEngine = z.enum(['off', 'file', 'browser'])
export type SpeechEngine = z.output<typeof speechEngine>

export const speechChoice = z.object({
  engine: speechEngine,
  voice,
  /** Messages of smaller tips are not spoken. In minor units of the creator's currency. */
  fromAmount: minorUnits.check(z.maximum(5_000_000)),
  volume,
})
export type SpeechChoice = z.output<typeof speechChoice>

export const speechSettings = z.object({
  ...speechChoice.shape,
  /** Whether this installation can make files. */
  hasFiles: z.boolean(),
  /** How many characters the files of this month may have in total, and how many are left. */
  charactersPerMonth: z.int(),
  charactersLeft: z.int(),
})
export type SpeechSettings = z.output<typeof speechSettings>

export const getSpeechSettings = creatorCall.get('account/speech-settings', {
  summary: 'Whether and how the messages of the signed-in creator’s alerts are spoken.',
  response: speechSettings,
})

export const saveSpeechSettings = creatorCall.post('account/save-speech-settings', {
  summary: 'Changes whether and how messages are spoken, from the next alert on.',
  body: speechChoice,
  response: speechSettings,
})

export const getSpeechSample = creatorCall.get('account/speech-sample', {
  summary: 'A sentence spoken by a voice, as an MP3 file.',
  costs: 'a file; the first time a call to Google',
  limits: ['account provider-call'],
  query: z.object({ voice }),
  download: 'audio/mpeg',
})

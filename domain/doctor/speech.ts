/** Checks the key for spoken messages, and how much of the month is used. */
import { voice } from '../../contract/alerts/voices.ts'
import { readAllCharacters } from '../../db/queries/alerts/speech.ts'
import type { Config } from '../config/config.ts'
import { openGoogleSpeech, SpeechRefusedError } from '../speech/google-speech.ts'
import { fault, off, ok, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'
import { onPostgres } from './on-postgres.ts'

/** Returns the check of spoken messages. It asks the provider for its voices, which costs nothing. */
export function checkSpeech(config: Config): Check[] {
  return [{ subject: 'speech', run: () => run(config) }]
}

async function run(config: Config): Promise<Finding | Finding[]> {
  const { speech } = config
  if (!speech) return off('SPEECH_API_KEY is not set.')
  let known: string[]
  try {
    known = await openGoogleSpeech(speech).listVoices()
  } catch (error) {
    if (!(error instanceof SpeechRefusedError)) throw error
    return fault(
      'SPEECH_API_KEY is refused: enable the Cloud Text-to-Speech API in its project, and allow the key that API and this address.',
    )
  }
  const missing = voice.options.filter((name) => !known.includes(name))
  const spoken = await onPostgres(config, readAllCharacters)
  const warnings = [
    ...(missing.length > 0
      ? [warning(`Google no longer has the voices ${missing.join(', ')}: messages with them are not spoken.`)]
      : []),
    ...(spoken >= speech.totalCharacters
      ? [warning('The characters of this month are used up: raise SPEECH_TOTAL_CHARACTERS, or wait.')]
      : []),
  ]
  if (warnings.length > 0) return warnings
  return ok(`Google has every voice, and spoke ${spoken} of ${speech.totalCharacters} characters this month.`)
}

/**
 * Makes speech with Google's Text-to-Speech (https://docs.cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize). A
 * request has at most 5,000 bytes, and a project 1,000 requests a minute (https://docs.cloud.google.com/text-to-speech/quotas).
 */
import { texttospeech } from 'googleapis/build/src/apis/texttospeech/index.js'
import { languageOf } from '../../contract/alerts/voices.ts'
import type { Voice } from '../../contract/alerts/voices.ts'
import { watchCall } from '../../db/wires.ts'
import type { SpeechConfig } from '../config/config.ts'
import { networkCodeOf } from '../finding.ts'

export interface SpeechGateway {
  /** Returns an MP3 file of a text. Throws `SpeechRefusedError` and `SpeechBusyError`; after any other error it is unknown. */
  synthesize(text: string, voice: Voice): Promise<Buffer>
  /** Returns the names of all voices that the provider has. Costs nothing. Throws as `synthesize` does. */
  listVoices(): Promise<string[]>
}

/** Thrown when the provider will never take this request: a wrong key, an unknown voice, an invalid text. */
export class SpeechRefusedError extends Error {}

/** Thrown when the provider has not taken the request, and may take it later. */
export class SpeechBusyError extends Error {
  readonly retryAfterMs: number

  constructor(reason: string, retryAfterMs: number) {
    super(reason)
    this.retryAfterMs = retryAfterMs
  }
}

/** An alert waits three seconds for its speech, so an answer that takes longer rarely helps. */
const timeoutMs = 8_000
const defaultWaitMs = 2_000

/** Opens the gateway. The key is sent in a header, because addresses end up in logs. */
export function openGoogleSpeech({ apiKey, apiUrl }: SpeechConfig): SpeechGateway {
  const api = texttospeech({
    version: 'v1',
    timeout: timeoutMs,
    retry: false,
    headers: { 'x-goog-api-key': apiKey },
    ...(apiUrl && { rootUrl: `${apiUrl}/` }),
  })
  return {
    async synthesize(text, voice) {
      const requestBody = {
        input: { text },
        voice: { languageCode: languageOf(voice), name: voice },
        audioConfig: { audioEncoding: 'MP3' },
      }
      const { data } = await watchCall('speech', api.text.synthesize({ requestBody })).catch(translate)
      if (!data.audioContent) throw new Error('the speech has no content')
      return Buffer.from(data.audioContent, 'base64')
    },
    async listVoices() {
      const { data } = await watchCall('speech', api.voices.list()).catch(translate)
      return (data.voices ?? []).flatMap(({ name }) => name ?? [])
    },
  }
}

interface Failure extends Error {
  status?: number
  response?: { headers?: Headers }
}

/**
 * Google's errors have a status of HTTP (https://google.aip.dev/193). Of a timeout or a lost connection only the code is kept, because
 * the library's message may contain the request.
 */
function translate(error: Failure): never {
  const { status } = error
  if (status === undefined)
    throw new Error(`the speech provider did not respond (${networkCodeOf(error) ?? 'no code'})`)
  const seconds = Number(error.response?.headers?.get('retry-after'))
  if (status === 429 || status >= 500)
    throw new SpeechBusyError(`status ${status}`, seconds > 0 ? seconds * 1000 : defaultWaitMs)
  throw new SpeechRefusedError(`status ${status}`)
}

/** Posts messages to Kick's chats: `POST /public/v1/chat`, docs.kick.com/apis/chat. */
import { z } from 'zod'
import { watchFetch } from '../../../../db/wires.ts'
import type { KickConfig } from '../../../config/chat/kick.ts'
import { codeOf, isNotSent } from '../not-sent.ts'

/** What became of a message. Kick gives no codes for its reasons, so there is only the status. */
export type KickAnswer =
  | { kind: 'posted' | 'dropped' | 'unconfirmed' | 'quota' }
  | { kind: 'refused'; status: number }
  | { kind: 'tooFast'; waitMs: number }

const answerBody = z.object({ data: z.object({ is_sent: z.boolean(), message_id: z.string() }) })
const usualTimeoutMs = 10_000
/** How long to wait after a 429 without a usable time of its own, in milliseconds, and the longest wait that is believed. */
const defaultWaitMs = 10_000
const maxWaitMs = 15 * 60_000

/** Posts a message to the chat of the token's owner. Throws if it was certainly not posted and may be sent again. */
export async function postToKick(
  { apiUrl }: Pick<KickConfig, 'apiUrl'>,
  accessToken: string,
  content: string,
  timeoutMs = usualTimeoutMs,
): Promise<KickAnswer> {
  const request = fetch(`${apiUrl}/public/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content, type: 'bot' }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  try {
    return await readAnswer(await watchFetch('kick', request))
  } catch (error) {
    if (error instanceof KickAway) throw error
    const code = codeOf(error)
    if (isNotSent(code)) throw new KickAway(`kick: ${code}`)
    return { kind: 'unconfirmed' }
  }
}

/** Thrown when Kick did not process a call. */
class KickAway extends Error {}

async function readAnswer(response: Response): Promise<KickAnswer> {
  const { status } = response
  // Only 503 means that Kick did not begin to process the call (RFC 9110, 15.6.4).
  if (status === 503) throw new KickAway('kick answered 503')
  if (status >= 500) return { kind: 'unconfirmed' }
  if (status === 429) return { kind: 'tooFast', waitMs: readWait(response.headers.get('retry-after')) }
  const text = await response.text()
  // github.com/KickEngineering/KickDevDocs/issues/219: "API call failed since (daily) message quota exceeded"
  if (status === 400 && /quota/i.test(text)) return { kind: 'quota' }
  if (!response.ok) return { kind: 'refused', status }
  const { data } = answerBody.parse(JSON.parse(text))
  return { kind: data.is_sent ? 'posted' : 'dropped' }
}

function readWait(header: string | null): number {
  const seconds = Number(header)
  return header !== null && seconds > 0 ? Math.min(seconds * 1000, maxWaitMs) : defaultWaitMs
}

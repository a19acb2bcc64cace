/**
 * Sends events to the endpoints of creators' tools (docs/webhooks.md). An event has one delivery to `webhooks`, which becomes one to
 * `endpoints` for each of its creator's endpoints.
 */
import type { WebhookTry } from '../../contract/tools/webhook-calls.ts'
import { onceDialects } from '../../contract/tools/dialects.ts'
import type { ToolEventType } from '../../contract/tools/tool-events.ts'
import type { EventDetails } from '../../db/queries/deliveries/event-details.ts'
import {
  addWebhookTry,
  endWebhookTry,
  findWebhookDelivery,
  insertWebhookDeliveries,
} from '../../db/queries/tools/webhook-deliveries.ts'
import {
  markEndpointFailing,
  markEndpointWarned,
  markEndpointWorking,
} from '../../db/queries/tools/webhook-endpoints.ts'
import { enqueueAccountEmail } from '../../domain/mail/enqueue-account-email.ts'
import { unseal } from '../../domain/security/sealing.ts'
import { dialectOf } from '../../domain/tools/dialects/dialects.ts'
import { judgeResponse } from '../../domain/tools/judge-response.ts'
import { postWebhook } from '../../domain/tools/post-webhook.ts'
import { toToolEvent } from '../../domain/tools/to-tool-event.ts'
import { secretContext } from '../../domain/security/webhook-secret.ts'
import { publish } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { toAlertBody } from '../to-alert-body.ts'
import { sendEvent } from './send-event.ts'

/** The creator is mailed when this many attempts at an event have failed, after 35 minutes. */
const warnAfterAttempts = 4
/** How long a service that has had too many requests is left alone, if it does not say. */
const waitMs = 60_000

/** Returns the sender that spreads an event to the endpoints. It is safe to repeat: an endpoint gets an event's delivery once. */
export function webhooksSender(ctx: WorkerContext): Send {
  return async ({ eventId }) => {
    if (eventId === null) return
    const count = await insertWebhookDeliveries(ctx.db, eventId)
    if (count > 0) await publish(ctx, { kind: 'deliveries', destinations: ['endpoints'] })
  }
}

/** Returns the sender to one endpoint. A repeated delivery has the same `webhook-id`, so the receiver recognises it. */
export function endpointSender(ctx: WorkerContext): Send {
  return sendEvent(ctx, async (event, { id, attempts }) => {
    const delivery = await findWebhookDelivery(ctx.db, id)
    if (!delivery) return // the endpoint was removed
    const { endpointId } = delivery
    const isOnce = onceDialects.includes(delivery.dialect)
    if (isOnce) await beginOnlyTry(ctx, id, { attempts, lastTry: delivery.lastTry })
    const at = new Date()
    const { retryAfterMs, ...result } = await postWebhook(toRequest(ctx, delivery, event, at), {
      isPrivateAllowed: !ctx.config.isProduction,
    })
    const attempt = { at: at.toISOString(), ...result, milliseconds: Date.now() - at.getTime() }
    await (isOnce ? endWebhookTry : addWebhookTry)(ctx.db, id, attempt)
    const judgement = isOnce ? judgeResponse(result) : isTaken(result.status) ? 'taken' : 'again'
    if (judgement === 'taken') return markEndpointWorking(ctx.db, endpointId)
    if (judgement === 'wait') throw new SlowDownError(retryAfterMs ?? waitMs)
    await markEndpointFailing(ctx.db, endpointId)
    const isOver = judgement !== 'again'
    if (isOver || attempts >= warnAfterAttempts) await warn(ctx, endpointId, delivery.url, event)
    if (isOver) throw new GiveUpError(judgement)
    throw new Error(`an endpoint did not take an event: ${result.status ?? result.problem}`)
  })
}

/**
 * Writes down, before the first byte is sent to a service that would enter an event twice, that it may have arrived. Throws GiveUpError if
 * an earlier attempt may have: a process was killed while it sent. What the creator sends again begins with the first attempt.
 */
async function beginOnlyTry(
  { db }: WorkerContext,
  id: string,
  { attempts, lastTry }: { attempts: number; lastTry: WebhookTry | null },
): Promise<void> {
  if (attempts > 1 && lastTry && judgeResponse(lastTry) === 'answerLost') throw new GiveUpError('answerLost')
  await addWebhookTry(db, id, {
    at: new Date().toISOString(),
    status: null,
    problem: 'lost',
    milliseconds: 0,
  })
}

type Delivery = NonNullable<Awaited<ReturnType<typeof findWebhookDelivery>>>

function toRequest(
  { config: { secretsKey, publicUrl } }: WorkerContext,
  { endpointId, dialect, url, secretSealed, formerSecretSealed }: Delivery,
  event: EventDetails,
  at: Date,
) {
  const { eventId, tip, show, creator } = event
  const type = event.event.type as ToolEventType
  const tipId = type === 'alert.tested' ? null : (tip?.id ?? null)
  const open = (sealed: string) => unseal(secretsKey, sealed, secretContext(endpointId))
  const { headers, body } = dialectOf[dialect].toRequest({
    event: toToolEvent({ eventId, type, tipId, showEventId: show?.id ?? null, body: toAlertBody(event) }),
    pageUrl: `${publicUrl}/${creator.userName}`,
    secrets: [open(secretSealed), ...(formerSecretSealed === null ? [] : [open(formerSecretSealed)])],
    at,
  })
  return { url, body, headers: { 'user-agent': 'Brimful-Webhooks/1', ...headers } }
}

const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300

/** Mails the creator once about an endpoint that takes nothing. It goes on getting events. */
async function warn(
  { db, config: { secretsKey } }: WorkerContext,
  endpointId: string,
  url: string,
  { creator: { email, locale, displayName: name } }: EventDetails,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await markEndpointWarned(trx, endpointId))) return
    const { host } = new URL(url)
    await enqueueAccountEmail(
      { db: trx, secretsKey },
      { email, locale },
      { kind: 'webhook-failing', name, host },
    )
  })
}

/**
 * Stores and processes webhooks. A webhook is stored before it is processed. Repeated webhooks, and any order of them, lead to the
 * same ledger.
 */
import { createHash } from 'node:crypto'
import { findNoText, toStorable } from '../../../contract/text.ts'
import {
  insertWebhook,
  listOpenWebhooks,
  markWebhookProcessed,
  webhookItem,
} from '../../../db/queries/payments/webhooks.ts'
import type { NewWebhook } from '../../../db/queries/payments/webhooks.ts'
import type { Provider } from '../../../db/schema.ts'
import { attemptEach } from '../orders/attempt-each.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordCaptureWithWebhook } from '../orders/record-outcome.ts'
import type { PaymentProvider, WebhookIdentity } from '../provider/payment-provider.ts'
import type { ProviderCapture } from '../provider/reports.ts'
import { applyReport } from './apply-report.ts'

/**
 * Stores a verified webhook. If it reports a capture, as most do, the same statement records the capture. Returns the webhook if it
 * still has to be processed, else undefined. Ignores events of another mode than ours, because Stripe also sends test events of
 * connected accounts to a platform's live URL (https://docs.stripe.com/connect/webhooks). A body that is no event as we know them is
 * stored as well, for a person to see: its work fails until it is given up.
 */
export async function storeWebhook(
  ctx: PaymentContext,
  provider: PaymentProvider,
  rawBody: Buffer,
): Promise<NewWebhook | undefined> {
  const body = toStorable(rawBody.toString('utf8'))
  const { mode, ...identity } = identify(provider, body)
  if (mode !== provider.mode) {
    ctx.log.warn({ ...identity, mode }, 'webhook of another mode ignored')
    return undefined
  }
  const webhook = { ...identity, provider: provider.name, body }
  const capture = readCapture(provider, body)
  if (capture) {
    try {
      return (await recordCaptureWithWebhook(ctx, webhook, capture)) ? webhook : undefined
    } catch (error) {
      const { eventId } = webhook
      ctx.log.warn({ eventId, reason: (error as Error).message }, 'capture not recorded with its webhook')
    }
  }
  return (await insertWebhook(ctx.db, webhook)) ? webhook : undefined
}

/** Returns what a body says of itself. A body that says nothing has its hash for an id, so that a repeat is known. */
function identify({ webhooks, mode }: PaymentProvider, body: string): WebhookIdentity {
  try {
    const identity = webhooks.identify(body)
    if (!findNoText(identity)) return identity
  } catch {
    // It is not an event of the provider.
  }
  const eventId = createHash('sha256').update(body).digest('hex')
  return { eventId, type: 'unreadable', payeeId: '', mode }
}

/** Processes one stored webhook. Throws when that fails; `processOpenWebhooks` will then retry it. */
export async function processWebhook(ctx: PaymentContext, webhook: NewWebhook): Promise<void> {
  const provider = ctx.payments[webhook.provider]
  if (!provider) throw new Error(`a webhook of ${webhook.provider}, which is not configured`)
  const report = provider.webhooks.read(webhook.body)
  if (report) await applyReport(ctx, provider, webhook.payeeId || undefined, report)
  await markWebhookProcessed(ctx.db, webhook)
}

/**
 * Processes webhooks that were stored more than ten seconds ago and are still unprocessed. One that fails does not hold up the
 * others.
 */
export async function processOpenWebhooks(ctx: PaymentContext, now = new Date()): Promise<void> {
  const configured = (Object.keys(ctx.payments) as Provider[]).filter((name) => ctx.payments[name])
  await attemptEach(ctx, await listOpenWebhooks(ctx.db, configured, now, 100), {
    itemOf: webhookItem,
    work: (webhook) => processWebhook(ctx, webhook),
    now,
  })
}

/**
 * Reads the capture that an event reports. Returns undefined for a malformed event, because storing it must not fail; its error is
 * reported when it is processed.
 */
function readCapture({ webhooks }: PaymentProvider, body: string): ProviderCapture | undefined {
  try {
    const report = webhooks.read(body)
    return report?.kind === 'captured' ? report.capture : undefined
  } catch {
    return undefined
  }
}

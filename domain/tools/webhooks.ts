/** The endpoints of creators' webhooks, their secrets, and the log of what was sent (docs/webhooks.md). */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import { dialects } from '../../contract/tools/dialects.ts'
import type { NewWebhook, WebhookDelivery, WebhookEndpoint } from '../../contract/tools/webhook-calls.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { insertAccountEvent } from '../../db/queries/accounts/account-events.ts'
import { listWebhookDeliveries, resendWebhookDeliveries } from '../../db/queries/tools/webhook-deliveries.ts'
import * as queries from '../../db/queries/tools/webhook-endpoints.ts'
import type { WebhookEndpointRow } from '../../db/queries/tools/webhook-endpoints.ts'
import { replaceSecretOf } from '../accounts/own-keys.ts'
import { recordSensitiveChange } from '../accounts/sensitive-changes.ts'
import { changeInSession } from '../accounts/session-changes.ts'
import type { OwnSession } from '../accounts/sessions.ts'
import { seal, unseal } from '../security/sealing.ts'
import { secretContext, sealNewSecret } from '../security/webhook-secret.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { TipApiUrls } from './dialects/dialect.ts'
import { dialectOf } from './dialects/dialects.ts'

export interface WebhookContext {
  db: Db
  config: { secretsKey: SecretKeys; isProduction: boolean; tipApiUrls: TipApiUrls }
}

/** The maximum number of endpoints of a creator. */
const maxEndpoints = 5
const logLength = 100

/** Lists a creator's endpoints. */
export async function readWebhooks(db: Db, uid: string): Promise<WebhookEndpoint[]> {
  return (await queries.listWebhookEndpoints(db, uid)).map(toEndpoint)
}

/**
 * Adds an endpoint, mails the owner a link that removes it, and returns it with its secret. Throws AppError `invalid_input` or
 * `endpoints_full`, or as `changeInSession` does.
 */
export async function addWebhook(ctx: WebhookContext, session: OwnSession, added: NewWebhook) {
  const id = await changeInSession(ctx.db, session, async (trx, account) => {
    const endpoint = await insertWebhook({ ...ctx, db: trx }, session.uid, added)
    const mails = { db: trx, secretsKey: ctx.config.secretsKey }
    const change = { kind: 'webhook-added', before: { id: endpoint.id } } as const
    await recordSensitiveChange(mails, account, change, (undo) => ({
      kind: 'webhook-added',
      name: account.displayName,
      host: endpoint.host,
      undo,
    }))
    return endpoint.id
  })
  const row = await getEndpoint(ctx.db, session.uid, id)
  return { endpoint: toEndpoint(row), secret: openSecret(ctx, row) }
}

/** Stores an endpoint of an account that is locked, with its secret; returns its id and host. Throws as `addWebhook` does. */
export async function insertWebhook(
  { db: trx, config }: Omit<WebhookContext, 'db'> & { db: Trx },
  creatorUid: string,
  added: NewWebhook,
): Promise<{ id: string; host: string }> {
  const { dialect } = added
  const url = requireAddress(added, config)
  const id = randomUUID()
  const secretSealed =
    dialects[dialect].secret === 'theirs'
      ? seal(config.secretsKey, requireToken(added), secretContext(id))
      : sealNewSecret(config.secretsKey, { id, dialect })
  const row = { id, creatorUid, dialect, url, secretSealed }
  if (!(await queries.insertWebhookEndpoint(trx, row, maxEndpoints))) throw new AppError('endpoints_full')
  return { id, host: new URL(url).host }
}

/** Removes an endpoint. Throws AppError `not_found`. */
export async function removeWebhook(db: Db, uid: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await queries.deleteWebhookEndpoint(trx, uid, id))) throw new AppError('not_found')
    await insertAccountEvent(trx, { uid, kind: 'webhook-removed' })
  })
}

/** Returns an endpoint with its secret. Throws AppError `not_found`, also if its secret is the creator's token at a service. */
export async function showSecret(ctx: WebhookContext, uid: string, id: string) {
  const row = await getEndpoint(ctx.db, uid, id)
  const secret = openSecret(ctx, row)
  if (secret === null) throw new AppError('not_found')
  return { endpoint: toEndpoint(row), secret }
}

async function getEndpoint(db: Db, uid: string, id: string): Promise<WebhookEndpointRow> {
  const row = await queries.findWebhookEndpoint(db, uid, id)
  if (!row) throw new AppError('not_found')
  return row
}

function openSecret({ config }: WebhookContext, { id, dialect, secretSealed }: WebhookEndpointRow) {
  if (dialects[dialect].secret === 'theirs') return null
  return unseal(config.secretsKey, secretSealed, secretContext(id))
}

/** Returns an endpoint with its secret, and records that. Throws AppError `not_found`, or as `changeInSession` does. */
export async function showOwnSecret(ctx: WebhookContext, session: OwnSession, id: string) {
  return changeInSession(ctx.db, session, async (db, { uid }) => {
    const shown = await showSecret({ ...ctx, db }, uid, id)
    await insertAccountEvent(db, { uid, kind: 'webhook-secret-shown' })
    return shown
  })
}

/** Replaces an endpoint's secret, records that, and returns the new one. Throws AppError `not_found`, or as `changeInSession` does. */
export async function replaceOwnSecret(ctx: WebhookContext, session: OwnSession, id: string) {
  return changeInSession(ctx.db, session, async (db, { uid }) => {
    if (!(await replaceSecretOf({ ...ctx, db }, uid, id))) throw new AppError('not_found')
    return showSecret({ ...ctx, db }, uid, id)
  })
}

/** Lists the latest deliveries to an endpoint. Throws AppError `not_found`. */
export async function readWebhookLog(db: Db, uid: string, id: string): Promise<WebhookDelivery[]> {
  if (!(await queries.findWebhookEndpoint(db, uid, id))) throw new AppError('not_found')
  const rows = await listWebhookDeliveries(db, id, logLength)
  return rows.map(({ status, createdAt, dueAt, tries, reason, ...facts }) => {
    const isOpen = status === 'due' || status === 'leased'
    return {
      ...facts,
      status: isOpen ? 'waiting' : status === 'sent' ? 'sent' : 'gaveUp',
      mayHaveArrived: reason === 'answerLost',
      createdAt: createdAt.toISOString(),
      nextAt: isOpen ? dueAt.toISOString() : null,
      tries: tries ?? [],
    }
  })
}

/** Sends one delivery again, or all that were given up; returns how many. Throws AppError `not_found`. */
export async function sendAgain(
  db: Db,
  uid: string,
  { id, deliveryId }: { id: string; deliveryId?: string | undefined },
): Promise<number> {
  if (!(await queries.findWebhookEndpoint(db, uid, id))) throw new AppError('not_found')
  const count = await resendWebhookDeliveries(db, id, deliveryId)
  if (count === 0 && deliveryId !== undefined) throw new AppError('not_found')
  return count
}

/** Returns the address of a new endpoint. Throws AppError `invalid_input` unless webhooks may go there. */
function requireAddress(
  { dialect, url = '', channel = '' }: NewWebhook,
  { isProduction, tipApiUrls }: WebhookContext['config'],
): string {
  const { service } = dialectOf[dialect]
  if (service) {
    const isChannel = service.channelPattern?.test(channel) ?? true
    if (!isChannel) throw new AppError('invalid_input', { fields: { channel: 'invalid_channel_id' } })
    return service.addressOf(tipApiUrls, channel)
  }
  const isUsable = URL.canParse(url) && isAllowed(new URL(url), isProduction)
  if (!isUsable) throw new AppError('invalid_input', { fields: { url: 'invalid_webhook_address' } })
  return url
}

/** Returns the creator's token. Throws AppError `invalid_input` unless a header can contain it. */
function requireToken({ token = '' }: NewWebhook): string {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new AppError('invalid_input', { fields: { token: 'invalid_service_token' } })
  return token
}

function isAllowed({ protocol, username, password }: URL, isProduction: boolean): boolean {
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && !isProduction)
}

function toEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  const { id, dialect, url, createdAt, failingSince, formerUntil, waiting, gaveUp } = row
  const isFormerValid = formerUntil !== null && formerUntil.getTime() > Date.now()
  return {
    id,
    dialect,
    url,
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    formerSecretUntil: isFormerValid ? formerUntil.toISOString() : null,
    waiting: Number(waiting),
    gaveUp: Number(gaveUp),
  }
}

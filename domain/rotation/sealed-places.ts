/** Every column of the database with sealed texts, and for what each text was sealed. */
import type { SealedColumn, SealedText } from '../../db/queries/security/sealed-texts.ts'
import { twoFactorContext } from '../accounts/two-factor.ts'
import { overlayKeyContext } from '../alerts/overlay-key.ts'
import { mailContext } from '../mail/enqueue-account-email.ts'
import { subscriptionContext } from '../notifications/push-subscription.ts'
import { billingContext, buyerContext } from '../payments/invoices/billing-details.ts'
import { formerKeyContext } from '../security/former-keys.ts'
import { tokenContext } from '../security/sealing.ts'
import { secretContext } from '../security/webhook-secret.ts'
import { secretsCheckContext } from '../start/check-secrets-key.ts'

export interface SealedPlace extends SealedColumn {
  contextOf(values: SealedText['values']): string
}

const connection = { table: 'platform_connection', key: ['uid', 'platform'], busyUntil: 'refreshing_until' }

export const sealedPlaces: readonly SealedPlace[] = [
  {
    ...connection,
    column: 'access_token_sealed',
    contextOf: ({ uid, platform }) => tokenContext(uid!, platform!, 'access'),
  },
  {
    ...connection,
    column: 'refresh_token_sealed',
    contextOf: ({ uid, platform }) => tokenContext(uid!, platform!, 'refresh'),
  },
  {
    table: 'bot_grant',
    key: ['platform'],
    column: 'refresh_token_sealed',
    contextOf: ({ platform }) => tokenContext('bot', platform!, 'refresh'),
  },
  {
    table: 'delivery',
    key: ['id'],
    column: 'mail',
    field: 'valuesSealed',
    contextOf: ({ id }) => mailContext(id!),
  },
  {
    table: 'push_subscription',
    key: ['session_id'],
    column: 'sealed',
    owner: 'uid',
    contextOf: ({ uid }) => subscriptionContext(uid!),
  },
  {
    table: 'billing_details',
    key: ['uid'],
    column: 'sealed',
    contextOf: ({ uid }) => billingContext(uid!),
  },
  {
    table: 'invoice_buyer',
    key: ['invoice_id'],
    column: 'sealed',
    contextOf: ({ invoice_id: id }) => buyerContext(id!),
  },
  {
    table: 'overlay_setting',
    key: ['creator_uid'],
    column: 'key_sealed',
    contextOf: ({ creator_uid: uid }) => overlayKeyContext(uid!),
  },
  {
    table: 'webhook_endpoint',
    key: ['id'],
    column: 'secret_sealed',
    contextOf: ({ id }) => secretContext(id!),
  },
  {
    table: 'webhook_endpoint',
    key: ['id'],
    column: 'former_secret_sealed',
    contextOf: ({ id }) => secretContext(id!),
  },
  {
    table: 'two_factor',
    key: ['uid'],
    column: 'secret_sealed',
    contextOf: ({ uid }) => twoFactorContext(uid!),
  },
  {
    table: 'sensitive_change',
    key: ['id'],
    column: 'before',
    field: 'secretSealed',
    owner: 'uid',
    contextOf: ({ uid }) => twoFactorContext(uid!),
  },
  { table: 'secrets_check', key: ['is_only'], column: 'sealed', contextOf: () => secretsCheckContext },
  { table: 'receipt_key', key: ['id'], column: 'sealed', contextOf: ({ id }) => formerKeyContext(id!) },
]

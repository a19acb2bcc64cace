/**
 * Tells creators about disputes and inquiries: when one begins, when its deadline is near and nothing was answered, and when it is
 * decided. Each is a notification and an account email, stored in one transaction, once. docs/disputes.md.
 */
import { formatMoney } from '../../../contract/money/money.ts'
import {
  setNoticeDue,
  insertNotice,
  lockDueNotices,
} from '../../../db/queries/notifications/dispute-notices.ts'
import type { DueNotice } from '../../../db/queries/notifications/dispute-notices.ts'
import type { Db, Trx } from '../../../db/connection.ts'
import type { DisputeNoticeKind } from '../../../db/ledger-tables.ts'
import { enqueueAccountEmail } from '../../mail/enqueue-account-email.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'
import { providerNames } from '../../../contract/providers.ts'

export interface TellContext {
  db: Db
  config: { secretsKey: SecretKeys }
}

/** So long before its deadline an unanswered dispute is mentioned once more. */
const nearMs = 3 * 86_400_000
const atOnce = 50

/** Tells what is due, at most fifty, and returns the accounts that have a new notification. Safe to run twice at once. */
export async function tellOfDisputes({ db, config }: TellContext, now = new Date()): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const notified: string[] = []
    for (const due of await lockDueNotices(trx, now, atOnce))
      if (await tell(trx, config.secretsKey, due, now)) notified.push(due.uid)
    return [...new Set(notified)]
  })
}

/** Tells the next thing about a dispute, and sets when there may be another one. */
async function tell(trx: Trx, secretsKey: SecretKeys, due: DueNotice, now: Date): Promise<boolean> {
  const { id: disputeId, uid, status, isErased } = due
  const isOpen = status === 'open' || status === 'inquiry'
  const respondBy = isOpen ? due.respondBy : null
  const remindAt = respondBy && respondBy > now ? new Date(respondBy.getTime() - nearMs) : null
  await setNoticeDue(trx, disputeId, remindAt && remindAt > now ? remindAt : null)
  if (isErased) return false
  const store = (kind: DisputeNoticeKind) => insertNotice(trx, { disputeId, uid, kind, respondBy })
  if (await store(status)) return mail(trx, secretsKey, due, status)
  const isNear = remindAt !== null && remindAt <= now && !due.isAnswered
  return isNear && (await store('due')) && mail(trx, secretsKey, due, 'due')
}

async function mail(
  trx: Trx,
  secretsKey: SecretKeys,
  due: DueNotice,
  notice: DisputeNoticeKind,
): Promise<true> {
  const { displayName: name, amountMinor, currency, respondBy, provider, status, locale } = due
  await enqueueAccountEmail({ db: trx, secretsKey }, due, {
    kind: 'dispute',
    name,
    notice,
    isInquiry: status === 'inquiry',
    amount: formatMoney(amountMinor, currency, locale),
    provider: providerNames[provider],
    respondBy: respondBy?.toISOString() ?? null,
  })
  return true
}

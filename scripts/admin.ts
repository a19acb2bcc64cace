/**
 * `npm run admin`: what admins do on `/admin`, as commands: `grant NAME`, `suspend NAME REASON` and the other changes of an account,
 * `create NAME EMAIL`, which makes the first account, `list`, which names all admins, `actions`, `payment ID`, `failed`, and `retry` or `drop` of what failed; reports by visitors,
 * testimonials and `maintenance on` or `off`.
 */
import * as z from 'zod/mini'
import { AppError } from '../contract/errors.ts'
import { newAdjustment } from '../contract/admin/adjustment-calls.ts'
import { accountChange } from '../contract/admin/manage-calls.ts'
import { failedItem } from '../contract/admin/payment-life-calls.ts'
import { newSettlement } from '../contract/admin/settlement-calls.ts'
import { reportDecision } from '../contract/admin/report-calls.ts'
import {
  orderTestimonials as orderCall,
  saveTestimonial as saveTestimonialCall,
} from '../contract/admin/site-admin-calls.ts'
import { openDb } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import { requireMigrated } from '../db/prepare-database.ts'
import { listAdmins } from '../db/queries/admin/admins.ts'
import type { Actor } from '../domain/admin/actor.ts'
import { createFirstAdmin } from '../domain/admin/create-first-admin.ts'
import { decideReport, readReports, showAgain } from '../domain/admin/decide-reports.ts'
import { changeManagedAccount } from '../domain/admin/manage-account.ts'
import { endFailed, readFailedItems } from '../domain/admin/failed-items.ts'
import {
  orderTestimonials,
  readManagedSite,
  saveTestimonial,
  setMaintenance,
} from '../domain/admin/manage-site.ts'
import { readPaymentLife } from '../domain/admin/read-payment.ts'
import { readAdminActions } from '../domain/admin/read-actions.ts'
import { ConfigError, readAdminConfig, readConfig } from '../domain/config/config.ts'
import { decideAdjustment, proposeAdjustment, readAdjustments } from '../domain/admin/adjustments.ts'
import { decideSettlement, proposeSettlement, readUnmatched } from '../domain/admin/settlements.ts'
import { isUnmatchedRefunded, refundUnmatched } from '../domain/payments/orders/refund-unmatched.ts'
import type { ProposedRefund } from '../domain/payments/orders/refund-unmatched.ts'
import { openPayments } from '../domain/payments/open-payments.ts'
import type { PaymentProviders } from '../domain/payments/orders/payment-context.ts'
import type { SecretKeys } from '../domain/config/secret-keys.ts'
import { findKeyFault } from '../domain/start/check-secrets-key.ts'
import { asConfigError } from '../domain/start/service-faults.ts'
import { runCommand } from './command-environment.ts'

const [task, name, ...words] = process.argv.slice(2)
const usage = `Usage: brimful admin TASK, or npm run admin -- TASK
  create NAME EMAIL [CURRENCY], while there is no admin: an account of its own, a creator's if there is a currency
  ${accountChange.options.join(' NAME [REASON]\n  ')} NAME [REASON]
  list, actions, failed, adjustments, unmatched, reports, site
  payment ID
  retry ITEM [REASON], drop ITEM [REASON], with the "item" of a line of "failed"
  ${reportDecision.options.map((decision) => `report-${decision}`).join(', ')} or report-show ID [REASON], with the "id" of a line of "reports"
  propose-adjustment JSON, with "tipId", "kind", "account", "amount", "transactionId" and "reason"
  book-adjustment ID [REASON], reject-adjustment ID [REASON], with the "id" of a line of "adjustments"
  propose-settlement JSON, with "provider", "paymentId", "way" (refund or outside), "transactionId" for outside, and "reason"
  settle ID [REASON], reject-settlement ID [REASON], with the "id" of a line of "unmatched"
  maintenance on|off [REASON]
  testimonial JSON, with "imageUrl", "profileUrl", "isHidden" and, to change one, its "uid"
  order-testimonials UID,UID,…`

const factorHint =
  'In production /admin opens only with a second factor: turn on two-factor login or add a passkey at /dashboard/account-setting.'

interface Services {
  db: Db
  secretsKey: SecretKeys
  /** Opens the payment providers, which only a refund needs. Throws ConfigError. */
  openProviders: () => PaymentProviders
}

async function run(services: Services): Promise<string> {
  const { db } = services
  switch (task) {
    case undefined:
      return wrongUse()
    case 'create':
      return create(services)
    case 'list':
      return (await listAdmins(db)).join('\n') || 'There is no admin.'
    case 'actions':
      return toLines((await readAdminActions(db, undefined)).actions)
    case 'failed':
      return toLines(await readFailedItems(db))
    case 'adjustments': {
      const { differences, proposed, decided } = await readAdjustments(db, null)
      return toLines([...differences, ...proposed, ...decided])
    }
    case 'unmatched': {
      const { payments, proposed, decided } = await readUnmatched(db, null)
      return toLines([...payments, ...proposed, ...decided])
    }
    case 'reports': {
      const { open, decided } = await readReports(db)
      return toLines([...open, ...decided])
    }
    case 'site':
      return toText(await readManagedSite(db))
    default:
      return name ? change(services, name) : wrongUse()
  }
}

async function create(services: Services): Promise<string> {
  const [address, currency] = words
  if (!name || !address || words.length > 2) return wrongUse()
  const command = { adminUid: null, reason: null }
  const { userName, email, password } = await createFirstAdmin(services, command, {
    userName: name,
    email: address,
    currency,
  })
  return `${userName} can log in with ${email} and this password, and should change it there: ${password}\n${factorHint}`
}

async function change(services: Services, subject: string): Promise<string> {
  const { db, secretsKey } = services
  const actor = { adminUid: null, reason: words.join(' ').trim() || null }
  const done = 'Done and recorded.'
  switch (task) {
    case undefined:
      return wrongUse()
    case 'payment':
      return toText(await readPaymentLife(db, null, subject))
    case 'retry':
    case 'drop':
      await endFailed(db, actor, { item: failedItem.parse(JSON.parse(subject)), decision: task })
      return done
    case 'propose-adjustment':
      return toText({ id: await proposeAdjustment(db, actor, newAdjustment.parse(JSON.parse(subject))) })
    case 'propose-settlement':
      return toText({ id: await proposeSettlement(db, actor, newSettlement.parse(JSON.parse(subject))) })
    case 'book-adjustment':
    case 'reject-adjustment':
    case 'settle':
    case 'reject-settlement':
      await decide(services, actor, z.uuid().parse(subject))
      return done
    case 'report-dismiss':
    case 'report-hide':
    case 'report-suspend': {
      const decision = reportDecision.parse(task.replace('report-', ''))
      await decideReport({ db, secretsKey }, actor, { id: z.uuid().parse(subject), decision })
      return done
    }
    case 'report-show':
      await showAgain(db, actor, z.uuid().parse(subject))
      return done
    case 'maintenance':
      if (subject !== 'on' && subject !== 'off') return wrongUse()
      await setMaintenance(db, actor, subject === 'on')
      return done
    case 'testimonial':
      await saveTestimonial(db, actor, saveTestimonialCall.body.parse(JSON.parse(subject)))
      return toText(await readManagedSite(db))
    case 'order-testimonials':
      await orderTestimonials(db, actor, orderCall.body.parse({ uids: subject.split(',') }).uids)
      return toText(await readManagedSite(db))
    default: {
      const wanted = accountChange.safeParse(task).data ?? wrongUse()
      const userName = subject.toLowerCase().replace(/^@/, '')
      return toText(await changeManagedAccount({ db, secretsKey }, actor, { userName, change: wanted }))
    }
  }
}

/** Decides a proposal about money. */
async function decide({ db, openProviders }: Services, actor: Actor, id: string): Promise<void> {
  if (task === 'book-adjustment' || task === 'reject-adjustment')
    return decideAdjustment(db, actor, { id, decision: task === 'book-adjustment' ? 'book' : 'reject' })
  const decision = task === 'settle' ? 'settle' : 'reject'
  const ctx = { db, payments: openProviders() }
  const refund = (proposed: ProposedRefund) => refundUnmatched(ctx, proposed)
  const isRefunded = (proposed: ProposedRefund) => isUnmatchedRefunded(ctx, proposed)
  return decideSettlement({ db, refund, isRefunded }, actor, { id, decision })
}

function wrongUse(): never {
  throw new ConfigError(usage)
}

function toText(found: object): string {
  return JSON.stringify(found, null, 2)
}

function toLines(rows: object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n') || 'Nothing.'
}

async function runSoundly(services: Services): Promise<string> {
  await requireMigrated(services.db)
  const fault = await findKeyFault(services.db, services.secretsKey)
  if (fault) throw new ConfigError(fault)
  return run(services)
}

async function runOn(env: NodeJS.ProcessEnv): Promise<string> {
  const { databaseUrl: url, secretsKey } = readAdminConfig(env)
  const db = openDb(url, { poolSize: 1 })
  const done = runSoundly({ db, secretsKey, openProviders: () => openPayments(readConfig(env)) }).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found')
        throw new ConfigError(`Nothing was found: ${name}.`)
      throw asConfigError(error, url)
    },
  )
  return done.finally(() => db.destroy())
}

await runCommand(async (env) => console.log(await runOn(env)))

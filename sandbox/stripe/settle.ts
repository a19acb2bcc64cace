/** What becomes of a payment: paid, declined, cleared, given back, disputed; each is announced. */
import { createHash } from 'node:crypto'
import type { Book, Dispute, Intent, Refund, Session } from './book.ts'
import type { Hooks } from './hooks.ts'
import { makeId, nowInSeconds } from './ids.ts'
import type { CardOutcome, TestCard } from './cards.ts'
import { disputeView } from './dispute-wire.ts'
import { chargeView, failedChargeView, refundedOf, refundView } from './payment-wire.ts'
import { sessionView } from './session-wire.ts'

export interface Desk {
  book: Book
  hooks: Hooks
}

/** Who pays, as typed on the page. */
export interface Payer {
  email: string
  name: string
}

/** A session whose time is over is expired as soon as anybody looks at it, and that is announced once. */
export function expireIfDue(desk: Desk, session: Session): Session {
  if (session.status === 'open' && session.expiresAt <= nowInSeconds()) expireSession(desk, session)
  return session
}

/** Ends an open session. */
export function expireSession({ book, hooks }: Desk, session: Session): void {
  session.status = 'expired'
  book.save()
  hooks.announce('checkout.session.expired', session, sessionView(book, session))
}

/** The payer pays by card: paid at once, or refused with the session left open for another try. */
export function payByCard(
  desk: Desk,
  session: Session,
  card: TestCard,
  payer: Payer,
): CardOutcome | undefined {
  const intent = openIntent(desk.book, session, 'card', payer, card.number)
  if (card.failure) {
    intent.failure = card.failure
    desk.book.save()
    desk.hooks.announce('charge.failed', session, failedChargeView(desk.book, intent))
    return card.failure
  }
  complete(desk, session, intent)
  succeed(desk.book, intent)
  announceSession(desk, 'checkout.session.completed', session)
  return undefined
}

/** The payer pays from a bank account: the money is on its way for days. */
export function payByBank(desk: Desk, session: Session, payer: Payer): void {
  const method = session.currency === 'gbp' ? 'bacs_debit' : 'us_bank_account'
  const intent = openIntent(desk.book, session, method, payer, '00012345')
  intent.status = 'processing'
  complete(desk, session, intent)
  announceSession(desk, 'checkout.session.completed', session)
}

/** The bank has sent the money, or has not. */
export function endProcessing(desk: Desk, intent: Intent, isPaid: boolean): void {
  const session = desk.book.sessions[intent.sessionId]!
  if (isPaid) {
    succeed(desk.book, intent)
    return announceSession(desk, 'checkout.session.async_payment_succeeded', session)
  }
  intent.status = 'requires_payment_method'
  intent.failure = {
    code: 'payment_intent_payment_attempt_failed',
    message: 'The bank returned the payment.',
  }
  desk.book.save()
  announceSession(desk, 'checkout.session.async_payment_failed', session)
}

/** Gives money back; the platform's fee as well, in proportion, when that was asked. */
export function refund(
  { book, hooks }: Desk,
  intent: Intent,
  asked: Pick<Refund, 'amount' | 'reason' | 'metadata'> & { withFee: boolean },
): Refund {
  const fee = intent.applicationFee ?? 0
  const made: Refund = {
    id: makeId('re'),
    account: intent.account,
    intentId: intent.id,
    amount: asked.amount,
    feeRefunded: asked.withFee ? Math.floor((fee * asked.amount) / intent.amount) : 0,
    reason: asked.reason,
    metadata: asked.metadata,
    created: nowInSeconds(),
  }
  book.refunds[made.id] = made
  intent.refundIds.push(made.id)
  book.save()
  hooks.announce('refund.created', intent, refundView(book, made))
  hooks.announce('charge.refunded', intent, chargeView(book, intent))
  return made
}

/** The cardholder's bank takes the money back for the time being. */
export function openDispute({ book, hooks }: Desk, intent: Intent): void {
  const created = nowInSeconds()
  const dispute: Dispute = {
    id: makeId('du'),
    account: intent.account,
    intentId: intent.id,
    amount: intent.amount - refundedOf(book, intent),
    status: 'needs_response',
    created,
    dueBy: created + 7 * 86_400,
  }
  book.disputes[dispute.id] = dispute
  intent.disputeId = dispute.id
  book.save()
  hooks.announce('charge.dispute.created', intent, disputeView(book, dispute))
}

/** The bank decides. */
export function closeDispute({ book, hooks }: Desk, intent: Intent, status: 'won' | 'lost'): void {
  const dispute = book.disputes[intent.disputeId ?? '']
  if (!dispute) return
  dispute.status = status
  book.save()
  hooks.announce('charge.dispute.closed', intent, disputeView(book, dispute))
}

function announceSession({ book, hooks }: Desk, type: string, session: Session): void {
  hooks.announce(type, session, sessionView(book, session))
}

/** A second try on the same page is the same payment. */
function openIntent(
  book: Book,
  session: Session,
  method: Intent['method'],
  payer: Payer,
  number: string,
): Intent {
  const known = session.intentId ? book.intents[session.intentId] : undefined
  const intent: Intent = known ?? {
    id: makeId('pi'),
    account: session.account,
    sessionId: session.id,
    amount: session.unitAmount * session.quantity,
    currency: session.currency,
    applicationFee: session.applicationFee,
    metadata: session.intentMetadata,
    created: nowInSeconds(),
    status: 'requires_payment_method',
    method,
    email: payer.email,
    name: payer.name,
    last4: '',
    fingerprint: '',
    refundIds: [],
  }
  const fingerprint = createHash('sha256').update(number).digest('base64url').slice(0, 16)
  Object.assign(intent, {
    method,
    email: payer.email,
    name: payer.name,
    last4: number.slice(-4),
    fingerprint,
  })
  delete intent.failure
  book.intents[intent.id] = intent
  session.intentId = intent.id
  return intent
}

function complete({ book }: Desk, session: Session, { id }: Intent): void {
  Object.assign(session, { status: 'complete', intentId: id })
  book.save()
}

function succeed(book: Book, intent: Intent): void {
  intent.status = 'succeeded'
  intent.chargeId = makeId('ch')
  book.save()
}

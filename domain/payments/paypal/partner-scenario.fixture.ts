/**
 * Makes the calls to PayPal that only a partner may make: refunds, disputes, transaction searches, and the onboarding of sellers.
 */
import type { Exchange } from '../../../sandbox/conformance/recorder.fixture.ts'
import { postForm } from '../../../sandbox/sandbox.fixture.ts'
import type { Control } from '../../../sandbox/stand-in.fixture.ts'
import type { AccountGateway } from '../provider/account-gateway.ts'
import type { PaymentProvider, RefundRequest } from '../provider/payment-provider.ts'
import { keyOf, mustFail, refundOf } from '../scenario.fixture.ts'

/** The gateways and the stand-in that the steps of the scenario use. */
export interface PartnerStage {
  gateway: PaymentProvider
  accounts: AccountGateway
  /** The login gateway of a platform that is not a partner. */
  login: NonNullable<AccountGateway['login']>
  payeeId: string
  tell: Control
  /** Makes a payment with this outcome; returns the ids of its order and capture. */
  take(outcome: string): Promise<{ orderId: string; captureId: string }>
  exchanges: Exchange[]
}

/**
 * Refunds a part of a payment, repeats the same request, and refunds the remaining part. Also requests refunds that PayPal has to
 * refuse.
 */
export async function giveBack({ gateway, payeeId, tell, take }: PartnerStage): Promise<void> {
  const { orderId, captureId } = await take('pay')
  const pending = await take('pending')
  const refund = (amountMinor: number, change: Partial<RefundRequest> = {}) =>
    refundOf(captureId, payeeId, { amountMinor, ...change })
  const part = refund(200, { platformFeeMinor: 10, reason: 'Sorry!' })
  await gateway.refundCapture(part)
  await gateway.refundCapture(part)
  await mustFail(
    gateway.refundCapture(refund(501)),
    gateway.refundCapture(refund(0)),
    gateway.refundCapture(refund(100, { platformFeeMinor: 36 })),
    gateway.refundCapture(refund(100, { captureId: pending.captureId })),
    gateway.refundCapture(refund(100, { captureId: '5O190127TN364715T' })),
  )
  await tell('faults', { operation: 'refund', fault: 'status-401' })
  await gateway.refundCapture(refund(500))
  await mustFail(gateway.refundCapture(refund(1)))
  await gateway.findPayment(keyOf(orderId, payeeId))
  await tell('partner', { isApproved: false })
  await mustFail(gateway.refundCapture(refund(1)))
  await tell('partner', { isApproved: true })
}

/** Disputes two payments, of which one dispute is lost and the other won. Refunds must fail while a dispute is open. */
export async function standDisputes(stage: PartnerStage): Promise<void> {
  const { gateway, payeeId, tell, take } = stage
  await gateway.listDisputes(payeeId, new Date(0))
  for (const act of ['dispute-lost', 'dispute-won']) {
    const { captureId } = await take('pay')
    await tell('act', { captureId, act: 'dispute' })
    await mustFail(gateway.refundCapture(refundOf(captureId, payeeId)))
    await gateway.listDisputes(payeeId, new Date(0))
    await tell('act', { captureId, act })
  }
  await answerClaims(stage)
  await gateway.listDisputes(payeeId, new Date(0))
  await turnThePage(stage.exchanges)
}

/** Answers two claims, one with evidence and one by accepting it, also when that is too early, not permitted or too late. */
async function answerClaims({ gateway, payeeId, tell, take }: PartnerStage): Promise<void> {
  for (const kind of ['evidence', 'acceptance']) {
    const { captureId } = await take('pay')
    await tell('act', { captureId, act: 'dispute' })
    const disputes = await gateway.listDisputes(payeeId, new Date(0))
    const { disputeId } = disputes.find((one) => one.captureId === captureId)!
    const key = { disputeId, payeeId }
    const fields = { evidence_type: 'OTHER', notes: 'Shown on the stream.' }
    const document = { type: 'image/jpeg', content: Buffer.from('ffd8ff00', 'hex') } as const
    const send = () => {
      const id = crypto.randomUUID()
      return kind === 'evidence'
        ? gateway.responses.submitEvidence({ ...key, id, fields, document })
        : gateway.responses.acceptDispute({ ...key, id })
    }
    await mustFail(send())
    await tell('act', { captureId, act: 'escalate' })
    await tell('merchants', { email: 'ada@example.com', mayUpdateDisputes: false })
    if (kind === 'evidence') await mustFail(send())
    await tell('merchants', { email: 'ada@example.com', mayUpdateDisputes: true })
    await send()
    await mustFail(send())
    await gateway.responses.findState(disputeId, payeeId)
  }
}

/** Lists disputes in pages of one. The product's pages of fifty would never have a second page here. */
async function turnThePage(exchanges: Exchange[]): Promise<void> {
  const listed = exchanges.findLast(({ path }) => path.endsWith('/customer/disputes'))!
  const { authorization, host, 'paypal-auth-assertion': assertion } = listed.requestHeaders
  const headers = { authorization: authorization!, 'paypal-auth-assertion': String(assertion) }
  const read = async (query: Record<string, string>) => {
    const address = `http://${host}${listed.path}?${new URLSearchParams(query)}`
    return (await (await fetch(address, { headers })).json()) as { links: { rel: string; href: string }[] }
  }
  const { links } = await read({ ...listed.query, page_size: '1' })
  const next = links.find(({ rel }) => rel === 'next')
  if (!next) throw new Error('there is no second page of disputes')
  await read(Object.fromEntries(new URL(next.href).searchParams))
}

/**
 * Searches the transactions of the last forty days: without the seller's permission, before PayPal has listed any, after that, and
 * with more results than PayPal allows, so that the search has to be split. Also finds one payment by its id.
 */
export async function searchTransactions({ gateway, payeeId, tell, take }: PartnerStage): Promise<void> {
  const monthsAgo = new Date(Date.now() - 40 * 86_400_000)
  const search = () => gateway.listTransactions!(payeeId, monthsAgo, new Date())
  const { captureId } = await take('pay')
  await mustFail(search())
  await tell('merchants', { email: 'ada@example.com', hasGrantedSearch: true })
  const early = await search()
  await tell('transaction-search', { listDelayMs: 0 })
  const whole = await search()
  await tell('transaction-search', { listLimit: whole.transactions.length - 1 })
  // The search fails even when it is split, because everything was booked within seconds, and no part of the time has fewer results
  // than the limit.
  await mustFail(search())
  await tell('transaction-search', { listLimit: 10_000 })
  const yesterday = new Date(Date.now() - 86_400_000)
  const found = await gateway.findTransactions!(payeeId, captureId, yesterday)
  if (early.transactions.length > 0 || !found.some((one) => one.transactionId === captureId))
    throw new Error('transactions are not listed as they should be')
}

const returnUrl = 'http://127.0.0.1:1/back'

/** Refers a seller, who signs up and later revokes the consent. Then PayPal suspends our partnership for a while. */
export async function connectSeller({ gateway, accounts, tell }: PartnerStage): Promise<void> {
  const refer = (reference: string, email: string) =>
    accounts.startOnboarding!(
      reference,
      { uid: '', displayName: '', email, session: '' },
      { returnUrl, refreshUrl: returnUrl },
    )
  const action = new URL(await refer('creator-1', 'sue@example.com'))
  if (await accounts.findOnboarded!('creator-1')) throw new Error('nobody has signed up yet')
  const agreed = { hasConsented: 'on', isEmailConfirmed: 'on', canReceive: 'on', country: 'GB' }
  const referralToken = action.searchParams.get('referralToken')!
  await postForm(action.origin + action.pathname, { ...agreed, email: 'sue@example.com', referralToken })
  const seller = await accounts.findOnboarded!('creator-1')
  if (seller?.state !== 'ready') throw new Error('the seller is not ready')
  await accounts.find!('UNKNWN2345678')

  await tell('merchants', { email: 'sue@example.com', hasConsented: false })
  await mustFail(gateway.listDisputes(seller.payeeId, new Date(0)))
  await accounts.find!(seller.payeeId)

  await tell('partner', { isApproved: false })
  await mustFail(refer('creator-2', 'tom@example.com'))
  await accounts.find!(seller.payeeId)
  await tell('partner', { isApproved: true })
}

/** Logs in with PayPal, and redeems the code, which is valid only once. Returns the URL of the login page. */
export async function logIn({ login }: PartnerStage): Promise<URL> {
  const page = new URL(login.urlFor(returnUrl, 'a state'))
  const answer = { ...Object.fromEntries(page.searchParams), email: 'ada@example.com', decision: 'agree' }
  const back = await postForm(page.href.replace(/\/signin\/authorize.*/, '/connect'), answer)
  const code = new URL(back.headers.get('location')!).searchParams.get('code')!
  const { state } = await login.redeem(code, returnUrl)
  if (state !== 'ready') throw new Error(`the account is ${state}`)
  await mustFail(login.redeem(code, returnUrl))
  return page
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later } from '../checkout.fixture.ts'
import { checkBalance } from '../ledger/check-balance.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { smallPdf } from '../../storage/pdf.fixture.ts'
import { removeDocument } from './evidence-documents.ts'
import { openDisputedTip } from './dispute.fixture.ts'
import type { PaypalCheckout, StripeCheckout } from './dispute.fixture.ts'
import { retryResponses } from './respond-to-dispute.ts'

/** A failing call has no further attempts, and the test is not kept waiting. */
const limits = { timeoutMs: 3_000, retries: 0 }

describe.each([
  { provider: 'stripe', open: openStripeCheckout },
  { provider: 'paypal', open: openPaypalCheckout },
] as const)('$provider', ({ open, provider }) => {
  let checkout: PaypalCheckout | StripeCheckout
  beforeAll(async () => {
    checkout = await open()
    checkout.ctx.payments[provider] = checkout.reopen(limits)
  })
  afterAll(() => checkout[Symbol.asyncDispose]())

  /** Makes every call of an operation fail while `doing` runs. Stripe's SDK repeats a call whose connection breaks. */
  async function during<T>(operation: string, fault: string, doing: () => Promise<T>): Promise<T> {
    await checkout.fault(operation, fault, 99)
    try {
      return await doing()
    } finally {
      await fetch(`${checkout.standIn.origin}/${provider}/control/faults`, { method: 'DELETE' })
    }
  }

  test('sends exactly what the preview shows and the creator’s words, once', async () => {
    const dispute = await openDisputedTip(checkout)
    const preview = await dispute.read()
    expect(preview).toMatchObject({ stage: 'open', mayAccept: true, response: null })
    expect(preview.sections.map(({ text }) => text).join('\n')).toContain('A voluntary tip of £7 to')

    expect(await dispute.answer({ words: 'I was live.\nSee the recording.' })).toBe('done')

    const [response, ...others] = await dispute.responses()
    expect(others).toEqual([])
    expect(response).toMatchObject({ kind: 'evidence', status: 'done', issue: null })
    const sent = Object.values(response!.fields)
    for (const { text } of preview.sections) expect(sent.join('\n')).toContain(text)
    expect(sent.join('\n')).toContain('I was live.\nSee the recording.')
    const held = JSON.stringify((await dispute.atProvider()).evidence)
    for (const text of sent) expect(held).toContain(JSON.stringify(text))
    expect(await dispute.read()).toMatchObject({ stage: 'answered', response: { status: 'done' } })
    await expect(dispute.answer()).rejects.toMatchObject({ code: 'dispute_answered' })
    await expect(dispute.answer({ kind: 'acceptance' })).rejects.toMatchObject({ code: 'dispute_answered' })
  })

  test('sends the document that the preview shows, after a lost answer too, and then forgets its content', async () => {
    const dispute = await openDisputedTip(checkout)
    const pdf = await dispute.attach(smallPdf)
    expect(await dispute.read()).toMatchObject({
      document: { type: 'application/pdf', bytes: smallPdf.length },
    })

    expect(await during('dispute', 'drop-before', () => dispute.answer())).toBe('asked')
    await expect(dispute.attach('another')).rejects.toMatchObject({ code: 'dispute_answered' })
    await retryResponses(checkout.ctx, later(2))

    expect(await dispute.responses()).toMatchObject([{ status: 'done' }])
    expect(await dispute.documentAtProvider()).toBe(pdf)
    expect(await dispute.read()).toMatchObject({
      document: null,
      response: { document: { type: 'application/pdf', bytes: smallPdf.length } },
    })
    expect(await dispute.documents()).toEqual([{ isSent: true, hasContent: false }])
  })

  test('refuses to send another document than the one that was confirmed', async () => {
    const dispute = await openDisputedTip(checkout)
    const { version } = await dispute.read()
    await dispute.attach(smallPdf)

    await expect(dispute.answer({ version })).rejects.toMatchObject({ code: 'evidence_changed' })
    const attached = await dispute.read()
    await dispute.attach('%PDF-1.7 another')
    await expect(dispute.answer({ version: attached.version })).rejects.toMatchObject({
      code: 'evidence_changed',
    })

    expect(await dispute.responses()).toEqual([])
    await removeDocument(checkout.db, checkout.creator.uid, dispute.id)
    expect(await dispute.answer({ version })).toBe('done')
    expect(await dispute.documentAtProvider()).toBeUndefined()
  })

  test('after a refusal the document is in the preview again', async () => {
    const dispute = await openDisputedTip(checkout)
    await dispute.attach(smallPdf)
    await during('dispute', 'drop-before', () => dispute.answer())
    await dispute.act('dispute-late')
    await retryResponses(checkout.ctx, later(2))

    expect(await dispute.responses()).toMatchObject([{ status: 'refused', issue: 'late' }])
    expect(await dispute.read()).toMatchObject({ document: { bytes: smallPdf.length } })
    expect(await dispute.documents()).toEqual([
      { isSent: false, hasContent: true },
      { isSent: true, hasContent: false },
    ])
  })

  test('a double click sends one answer', async () => {
    const dispute = await openDisputedTip(checkout)

    const ends = await Promise.allSettled([dispute.answer(), dispute.answer(), dispute.answer()])

    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'dispute_answered' })
    expect(await dispute.responses()).toHaveLength(1)
  })

  test('accepting ends the dispute at once, and the books follow', async () => {
    const dispute = await openDisputedTip(checkout)

    expect(await dispute.answer({ kind: 'acceptance' })).toBe('done')

    expect(await dispute.status()).toBe('lost')
    expect(await checkBalance(checkout.ctx)).toEqual([])
    expect(await dispute.read()).toMatchObject({ stage: 'closed', response: { kind: 'acceptance' } })
  })

  test.each(['evidence', 'acceptance'] as const)(
    'after a lost answer the provider is asked, and %s is not sent twice',
    async (kind) => {
      const dispute = await openDisputedTip(checkout)

      expect(await during('dispute', 'drop-after-commit', () => dispute.answer({ kind }))).toBe('asked')
      await expect(dispute.answer({ kind })).rejects.toMatchObject({ code: 'dispute_answered' })
      await checkout.standIn.control('forget-keys', {})
      await retryResponses(checkout.ctx, later(2))

      expect(await dispute.responses()).toMatchObject([{ kind, status: 'done' }])
      const { evidence, submissionCount = 1 } = await dispute.atProvider()
      if (kind === 'evidence') expect([submissionCount, evidence ?? null]).toEqual([1, expect.anything()])
      expect(await dispute.status()).toBe(kind === 'evidence' ? 'open' : 'lost')
    },
  )

  test('an answer that never arrived is sent again', async () => {
    const dispute = await openDisputedTip(checkout)
    expect(await during('dispute', 'drop-before', () => dispute.answer())).toBe('asked')
    expect((await dispute.atProvider()).evidence).toBeUndefined()

    await retryResponses(checkout.ctx, later(2))

    expect(await dispute.responses()).toMatchObject([{ status: 'done' }])
    expect((await dispute.atProvider()).evidence).toBeDefined()
  })

  test('a dispute that was decided meanwhile is recorded, and nothing is sent', async () => {
    const dispute = await openDisputedTip(checkout)
    await dispute.act('dispute-won')

    await expect(dispute.answer()).rejects.toMatchObject({ code: 'dispute_closed' })

    expect(await dispute.status()).toBe('won')
    expect(await dispute.responses()).toEqual([])
  })

  test('a dispute that is decided while the answer is on its way ends the answer', async () => {
    const dispute = await openDisputedTip(checkout)
    await during('dispute', 'drop-before', () => dispute.answer())
    await dispute.act('dispute-lost')

    await retryResponses(checkout.ctx, later(2))

    expect(await dispute.responses()).toMatchObject([{ status: 'refused', issue: 'closed' }])
    expect(await dispute.status()).toBe('lost')
  })

  test('refuses evidence after the deadline', async () => {
    const dispute = await openDisputedTip(checkout)
    await dispute.act('dispute-late')

    expect(await dispute.read()).toMatchObject({ stage: 'late' })
    await expect(dispute.answer()).rejects.toMatchObject({ code: 'dispute_late' })
  })

  test('refuses a confirmation of another preview, and words that do not fit', async () => {
    const dispute = await openDisputedTip(checkout)
    const { maxWords } = await dispute.read()

    await expect(dispute.answer({ version: 'another' })).rejects.toMatchObject({ code: 'evidence_changed' })
    await expect(dispute.answer({ words: 'x'.repeat(maxWords + 1) })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await dispute.responses()).toEqual([])
    expect(await dispute.answer({ words: 'x'.repeat(maxWords) })).toBe('done')
  })

  test('while the provider is silent, the preview can be read and nothing is sent', async () => {
    const dispute = await openDisputedTip(checkout)

    await during('get', 'drop-before', async () => {
      expect(await dispute.read()).toMatchObject({ stage: 'unknown' })
      await expect(dispute.answer()).rejects.toMatchObject({ code: 'payment_provider' })
    })

    expect(await dispute.responses()).toEqual([])
  })
})

test('at PayPal a dispute takes evidence once it is a claim', async () => {
  await using checkout = await openPaypalCheckout()
  const dispute = await openDisputedTip(checkout, { isClaim: false })

  expect(await dispute.read()).toMatchObject({ stage: 'early', mayAccept: false })
  await expect(dispute.answer()).rejects.toMatchObject({ code: 'dispute_early' })

  await dispute.act('escalate')
  expect(await dispute.answer()).toBe('done')
})

test('a seller who has not let us update disputes is told to answer at PayPal, and may try again later', async () => {
  await using checkout = await openPaypalCheckout()
  const dispute = await openDisputedTip(checkout)
  const grant = (mayUpdateDisputes: boolean) =>
    checkout.standIn.control('merchants', { email: checkout.creator.email, mayUpdateDisputes })
  await grant(false)

  await expect(dispute.answer()).rejects.toMatchObject({ code: 'dispute_elsewhere' })
  expect(await dispute.responses()).toMatchObject([{ status: 'refused', issue: 'PERMISSION_DENIED' }])

  await grant(true)
  expect(await dispute.answer()).toBe('done')
})

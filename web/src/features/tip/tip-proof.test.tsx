import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, test, vi } from 'vitest'
import { createPaypalOrder } from '../../../../contract/payments/paypal-calls.ts'
import { proofChallenge } from '../../../../contract/proof.ts'
import type { SolvedProof } from '../../../../contract/proof.ts'
import { createCheckoutSession } from '../../../../contract/payments/stripe-calls.ts'
import type { Replies } from '../../test/fake-api.ts'
import { enterAmount, handlePaid, openTipBox, paypal } from './tip-box.fixture.tsx'

const secret = 'the server’s own'
const url = 'https://checkout.test/c/pay/cs_test_1'
const refusal = 'Quick check: we need to confirm you’re not a bot. Please try again.'

/**
 * Fakes a server that demands a solved challenge before it opens a payment, as ours does after requests that look like card
 * testing.
 */
function guarded(json: object, { opens = Promise.resolve() } = {}) {
  return async (body: unknown) => {
    const { proof } = body as { proof?: SolvedProof }
    if (!proof || !(await isSolved(proof)))
      return { status: 428, json: { ErrorMessage: refusal, code: 'proof_required', challenge: await ask() } }
    await opens
    return { json }
  }
}

async function ask() {
  const data = { to: 'this network' }
  const wanted = { algorithm: 'PBKDF2/SHA-256', cost: 10, keyPrefix: '0', data, deriveKey }
  const expiresAt = Math.floor(Date.now() / 1000) + 600
  return proofChallenge.parse(await createChallenge({ ...wanted, expiresAt, hmacSignatureSecret: secret }))
}

async function isSolved({ challenge, solution }: SolvedProof): Promise<boolean> {
  const solved = { challenge, solution: { ...solution, time: 0 } }
  return (await verifySolution({ ...solved, deriveKey, hmacSignatureSecret: secret })).verified
}

async function open(replies: Replies) {
  vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
  const api = openTipBox(
    { paypalConnected: true, stripeConnected: true },
    { goals: [], target: null },
    replies,
  )
  await enterAmount('7')
  return api
}

const card = () => screen.findByRole('button', { name: 'Pay by card' })

test('solves a challenge unseen: the card page opens and no error is shown', async () => {
  let letThrough = () => {}
  const opens = new Promise<void>((resolve) => (letThrough = resolve))
  const api = await open({
    [createCheckoutSession.path]: guarded({ sessionId: 'cs_test_1', url }, { opens }),
  })

  await userEvent.click(await card())

  const waiting = await screen.findByRole('button', { name: 'Opening…' })
  expect(waiting).toBeDisabled()
  await waitFor(() => expect(api.requestsTo(createCheckoutSession)).toHaveLength(2))
  expect(waiting).toBeDisabled()
  letThrough()
  await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith(url))
  expect(screen.queryByText(refusal)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  const [first, second] = api.requestsTo(createCheckoutSession)
  expect(second!.body).toEqual({ ...(first!.body as object), proof: expect.anything() })
})

test('opens and captures a PayPal order with a solved challenge', async () => {
  const api = await open({ [createPaypalOrder.path]: guarded({ orderId: 'ORDER-1', url: null }) })

  await userEvent.click(await paypal())

  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(api.requestsTo(createPaypalOrder)).toHaveLength(2)
  expect(screen.queryByText('Error creating PayPal order.')).toBeNull()
})

test("a refused proof shows the server's reason, is sent only once, and can be retried", async () => {
  const refused = {
    status: 428,
    json: { ErrorMessage: refusal, code: 'proof_required', challenge: await ask() },
  }
  const api = await open({ [createCheckoutSession.path]: refused })

  await userEvent.click(await card())

  expect(await screen.findByText(refusal)).toBeInTheDocument()
  expect(api.requestsTo(createCheckoutSession)).toHaveLength(2)
  api.respond(createCheckoutSession.path, guarded({ sessionId: 'cs_test_1', url }))
  await userEvent.click(await card())
  await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith(url))
})

test('a browser that cannot solve the challenge says that nothing was opened, and allows a retry', async () => {
  const api = await open({
    [createCheckoutSession.path]: guarded({ sessionId: 'cs_test_1', url }),
    [createPaypalOrder.path]: guarded({ orderId: 'ORDER-1', url: null }),
  })
  vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('not here'))

  await userEvent.click(await card())
  expect(await screen.findByText('We couldn’t open the card payment. Please try again.')).toBeInTheDocument()
  expect(await card()).toBeEnabled()
  await userEvent.click(await paypal())
  expect(await screen.findByText('Error creating PayPal order.')).toBeInTheDocument()

  expect(api.requestsTo(createCheckoutSession)).toHaveLength(1)
  expect(api.requestsTo(createPaypalOrder)).toHaveLength(1)
  expect(handlePaid).not.toHaveBeenCalled()
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { createPaypalOrder, getPaypalCheckoutSettings } from '../../../../contract/payments/paypal-calls.ts'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import { buildViewedCreator } from '../../test/builders.ts'
import { fakeApi } from '../../test/fake-api.ts'
import type { Replies } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { TipBox } from './tip-box.tsx'

export const creatorUid = '00000000-0000-4000-8000-000000000001'
export const captured = 'paypal/capture-order/ORDER-1'
export const receipt = 'r'.repeat(43)

/** PayPal's page for paying the order. */
export const paypalPage = 'https://www.paypal.com/checkoutnow?token=ORDER-1'

/** What the capture of a general tip responds with. */
export const paid = {
  status: 'captured',
  waitsForPayee: false,
  goalProgress: null,
  receipt,
  isRepeat: false,
} as const
export const handlePaid = vi.fn<(captured: { status: string }) => void>()

/** Opens a tip box with a fake PayPal; by default as a visitor who is not signed in. */
export function openTipBox(
  creator: Parameters<typeof buildViewedCreator>[0],
  props: Pick<Parameters<typeof TipBox>[0], 'goals' | 'target'>,
  replies: Replies = {},
) {
  handlePaid.mockReset()
  servePaypalScript()
  const settings = { clientId: 'client', merchantId: 'MERCHANT', currency: 'gbp', scriptUrl: null }
  const api = fakeApi({
    [getProfile.path]: { status: 401 },
    [getPaypalCheckoutSettings.path]: { json: settings },
    [createPaypalOrder.path]: { json: { orderId: 'ORDER-1', url: paypalPage } },
    [captured]: { json: paid },
    ...replies,
  })
  renderPage(
    <TipBox
      {...props}
      creator={buildViewedCreator(creator)}
      creatorId={{ data: creatorUid, hasFailed: false, refetch: () => undefined }}
      onTargetChange={() => undefined}
      onPaid={handlePaid}
    />,
  )
  return api
}

export const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })

/** Replaces the suggested amount. */
export async function enterAmount(text: string): Promise<void> {
  await userEvent.clear(amount())
  await userEvent.type(amount(), text)
}

/** Opens the options behind the line that says what is chosen. */
export const openOptions = () => userEvent.click(screen.getByText('Change'))

export const paypal = () => screen.findByRole('button', { name: 'PayPal' })

/** What the tests change in the fake script. */
export const fakePaypal = {
  /** Whether the browser opens windows. */
  opensWindows: true,
  /** Whether PayPal's script starts. */
  starts: true,
  /** Whether PayPal takes payments in the currency. */
  isEligible: true,
  /** What the script was opened with. */
  opened: [] as object[],
}

/** Answers requests for PayPal's script with a fake of it, and keeps the page where it is. */
function servePaypalScript(): void {
  Object.assign(fakePaypal, { opensWindows: true, starts: true, isEligible: true, opened: [] })
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [node] = nodes
    if (!(node instanceof HTMLScriptElement) || !node.src.includes('paypal')) return append(...nodes)
    queueMicrotask(() => node.dispatchEvent(new Event('load')))
  })
  Object.assign(window, { paypal: { version: '6.0.0', createInstance } })
}

interface SessionOptions {
  onApprove: (data: { orderId: string }) => Promise<void>
  onError: (error: unknown) => void
}

async function createInstance(options: object) {
  fakePaypal.opened.push(options)
  if (!fakePaypal.starts) throw new Error('not in this browser')
  defineButton()
  return {
    findEligibleMethods: async () => ({ isEligible: () => fakePaypal.isEligible }),
    createPayPalOneTimePaymentSession: buildSession,
  }
}

/** Approves each order at once. As PayPal's script may, it reports a failure to the shop and rejects as well. */
function buildSession({ onApprove, onError }: SessionOptions) {
  return {
    async start(_: object, order: Promise<{ orderId: string }>) {
      if (!fakePaypal.opensWindows)
        throw Object.assign(new Error('unable to open popup'), { isRecoverable: true })
      const { orderId } = await order.catch((error: unknown) => {
        onError(error)
        throw error
      })
      await onApprove({ orderId })
    },
    destroy() {},
  }
}

function defineButton(): void {
  if (customElements.get('paypal-button')) return
  customElements.define(
    'paypal-button',
    class extends HTMLElement {
      connectedCallback() {
        this.setAttribute('role', 'button')
        this.setAttribute('aria-label', 'PayPal')
      }
    },
  )
}

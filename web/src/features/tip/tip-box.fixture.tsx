import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { createPaypalOrder, getPaypalCheckoutSettings } from '../../../../contract/paypal-calls.ts'
import { getProfile } from '../../../../contract/account-calls.ts'
import { buildViewedCreator } from '../../test/builders.ts'
import { fakeApi } from '../../test/fake-api.ts'
import type { Replies } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { TipBox } from './tip-box.tsx'

export const creatorUid = '00000000-0000-4000-8000-000000000001'
export const captured = 'paypal/capture-order/ORDER-1'
export const receipt = 'r'.repeat(43)

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
  const settings = { clientId: 'client', merchantId: 'MERCHANT', currency: 'gbp', sdkBaseUrl: null }
  const api = fakeApi({
    [getProfile.path]: { status: 401 },
    [getPaypalCheckoutSettings.path]: { json: settings },
    [createPaypalOrder.path]: { json: { orderId: 'ORDER-1' } },
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

/** Answers requests for PayPal's script with a fake button in the namespace that the script would fill. */
function servePaypalScript(): void {
  const insert = document.head.insertBefore.bind(document.head)
  vi.spyOn(document.head, 'insertBefore').mockImplementation((node, before) => {
    if (!(node instanceof HTMLScriptElement) || !node.src.includes('paypal')) return insert(node, before)
    Object.assign(window, { [node.getAttribute('data-namespace') ?? 'paypal']: { Buttons: buildButton } })
    queueMicrotask(() => node.onload?.(new Event('load')))
    return node
  })
}

interface ButtonOptions {
  onInit: (data: object, actions: object) => void
  onClick: (data: object, actions: object) => Promise<void>
  createOrder: () => Promise<string>
  onApprove: (data: object, actions: object) => Promise<void>
  onError: (error: unknown) => void
}

function buildButton(options: ButtonOptions) {
  const button = document.createElement('button')
  button.textContent = 'PayPal'
  const again = document.createElement('button')
  again.textContent = 'PayPal was started again'
  let approve = async () => {}
  button.addEventListener('click', () => {
    options
      .createOrder()
      .then((orderID) => {
        const restart = () => document.body.append(again)
        approve = () => options.onApprove({ orderID }, { restart })
        return approve()
      })
      .catch(options.onError)
  })
  again.addEventListener('click', () => void approve())
  return {
    isEligible: () => true,
    render: async (into: HTMLElement) => {
      into.append(button)
      options.onInit({}, { enable: async () => undefined, disable: async () => undefined })
    },
    close: async () => {
      button.remove()
      again.remove()
    },
  }
}

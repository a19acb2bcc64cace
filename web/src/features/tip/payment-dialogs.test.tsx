import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { buildGoal } from '../../test/builders.ts'
import { renderPage } from '../../test/render.tsx'
import { PaymentDialog } from './payment-dialogs.tsx'
import type { Paid } from './payment-dialogs.tsx'

const handleClose = vi.fn<() => void>()
const general: Paid = {
  status: 'captured',
  receipt: 'r'.repeat(43),
  isForGoal: false,
  goalProgress: null,
  goal: undefined,
  amountMinor: 700,
  currency: 'gbp',
  creator: { displayName: 'Mira Vale' },
}
const towards: Paid = {
  ...general,
  isForGoal: true,
  goal: buildGoal(),
  goalProgress: { amount: 10_00, before: 4_00, after: 11_00 },
}

afterEach(() => handleClose.mockReset())

function open(paid: Paid) {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined)
  renderPage(<PaymentDialog paid={paid} onClose={handleClose} />)
  return reload
}

test('after a general tip, repeats the amount and reloads the page when closed', async () => {
  const reload = open(general)

  const dialog = screen.getByRole('dialog', { name: 'Payment Successful!' })
  expect(dialog).toHaveAccessibleDescription('Thank you for your payment. Your transaction is complete.')
  expect(dialog).toHaveTextContent('£7 for Mira Vale')
  expect(reload).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')

  expect(reload).toHaveBeenCalledOnce()
  expect(handleClose).not.toHaveBeenCalled()
})

test('after a tip towards a goal, names the goal and stays on the page when closed', async () => {
  const reload = open(towards)

  const dialog = screen.getByRole('dialog', { name: 'Payment Successful!' })
  expect(dialog).toHaveAccessibleDescription(
    "Thank you for your payment. Your transaction is complete. The goal's progress will update shortly.",
  )
  expect(dialog).toHaveTextContent('£7 for Mira Vale, towards A kiln for the clay season')
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))

  expect(handleClose).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
})

test('the vessel rises from before the tip to after it, whatever the page knows of the goal', async () => {
  open({ ...towards, goal: undefined })

  expect(screen.getByText('40%')).toBeInTheDocument()
  expect(await screen.findByText('110%')).toBeInTheDocument()
})

test('after a general tip there is no vessel', () => {
  open(general)

  expect(screen.queryByText(/%$/)).toBeNull()
  expect(document.querySelector('svg[viewBox^="-8"]')).toBeNull()
})

test('a payment that is still clearing is not called paid', () => {
  open({ ...general, status: 'clearing' })

  expect(screen.getByRole('dialog', { name: 'Your payment is being processed' })).toBeInTheDocument()
  expect(screen.queryByText('Payment Successful!')).toBeNull()
})

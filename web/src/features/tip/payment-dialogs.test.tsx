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
  goal: undefined,
  amountMinor: 700,
  creator: { displayName: 'Mira Vale', currency: 'gbp' },
}
const towards: Paid = { ...general, isForGoal: true, goal: buildGoal() }

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

test('a payment that is still clearing is not called paid', () => {
  open({ ...general, status: 'clearing' })

  expect(screen.getByRole('dialog', { name: 'Your payment is being processed' })).toBeInTheDocument()
  expect(screen.queryByText('Payment Successful!')).toBeNull()
})

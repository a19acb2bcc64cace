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
  waitsForPayee: false,
  isRepeat: false,
  receipt: 'r'.repeat(43),
  isForGoal: false,
  goalProgress: null,
  goal: undefined,
  amountMinor: 700,
  currency: 'gbp',
  creator: { displayName: 'Mira Vale', userName: 'miravale' },
}
const towards: Paid = {
  ...general,
  isForGoal: true,
  goal: buildGoal(),
  goalProgress: { amount: 10_00, before: 4_00, after: 11_00, currency: 'gbp' },
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

test('a second payment of a tip is said to go back', () => {
  open({ ...general, isRepeat: true })

  expect(screen.getByRole('status')).toHaveTextContent('You were charged twice by accident.')
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
  expect(screen.getByText('£4 of £10')).toBeInTheDocument()
  expect(document.querySelector('[data-spill]')).toBeNull()
  expect(await screen.findByText('110%')).toBeInTheDocument()
  expect(screen.getByText('£11 of £10')).toBeInTheDocument()
  expect(screen.getByText('+£7')).toBeInTheDocument()
  expect(document.querySelector('[data-spill]')).toBeInTheDocument()
})

test('with reduced motion the vessel shows at once what the goal has with the tip', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  open(towards)

  expect(screen.getByText('110%')).toBeInTheDocument()
  expect(screen.getByText('+£7')).toBeInTheDocument()
})

test('where the device cannot share pictures, the goal’s short address is copied', async () => {
  open(towards)
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)

  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }))

  expect(copy.mock.calls).toEqual([[expect.stringMatching(/\/g\/[0-9a-z]{9}$/)]])
})

test('shares the goal’s short address with the picture of its level, and says nothing of the tip', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', Object.assign(navigator, { canShare: () => true, share }))
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe(`/share/miravale/${towards.goal!.goaluuid}/card.png`)
    return new Response('picture', { headers: { 'Content-Type': 'image/png' } })
  })
  open(towards)

  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))

  const { files, ...words } = share.mock.calls[0]![0]
  expect(words).toEqual({ title: towards.goal!.title, url: expect.stringMatching(/\/g\/[0-9a-z]{9}$/) })
  expect(files?.map(({ type, size }) => [type, size])).toEqual([['image/png', 7]])
  for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
})

test('after a general tip there is no vessel', () => {
  open(general)

  expect(screen.queryByText(/%$/)).toBeNull()
  expect(document.querySelector('svg[viewBox^="-8"]')).toBeNull()
})

test('a payment that the creator has to accept says so, and until when', () => {
  open({ ...general, status: 'clearing', waitsForPayee: true })

  const dialog = screen.getByRole('dialog', { name: 'Your payment is waiting' })
  expect(dialog).toHaveTextContent('Mira Vale doesn’t hold this currency there and has to accept it')
  expect(dialog).toHaveTextContent('within 30 days')
})

test('a payment that is still clearing is not called paid', () => {
  open({ ...general, status: 'clearing' })

  expect(screen.getByRole('dialog', { name: 'Your payment is being processed' })).toBeInTheDocument()
  expect(screen.queryByText('Payment Successful!')).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  decideAdjustment,
  listAdjustments,
  proposeAdjustment,
} from '../../../../contract/admin/adjustment-calls.ts'
import {
  changeAccount,
  findManagedAccount,
  listAdminActions,
} from '../../../../contract/admin/manage-calls.ts'
import {
  endFailedItem,
  findPaymentLife,
  listFailedItems,
} from '../../../../contract/admin/payment-life-calls.ts'
import {
  decideSettlement,
  listUnmatched,
  proposeSettlement,
} from '../../../../contract/admin/settlement-calls.ts'
import { decideReport, listReports } from '../../../../contract/admin/report-calls.ts'
import {
  getManagedSite,
  orderTestimonials,
  setMaintenance,
} from '../../../../contract/admin/site-admin-calls.ts'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import { setProfile } from '../../lib/accounts/session.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { fakeApi } from '../../test/fake-api.ts'
import type { Replies } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { AdminAreaScreen } from './admin-area-screen.tsx'

const mira = {
  userName: 'miravale',
  displayName: 'Mira Vale',
  isCreator: true,
  isAdmin: false,
  isVerified: true,
  isFeatured: false,
  isSuspended: false,
  createdAt: '2026-01-03T10:00:00.000Z',
}
const action = {
  id: 7,
  at: '2026-11-03T10:00:00.000Z',
  by: null,
  isCommand: true,
  action: 'verify',
  account: 'miravale',
  subject: null,
  reason: 'Known from television',
}

const step = { at: action.at, attempts: null, problem: null }
const life = {
  orderId: '00000000-0000-4000-8000-000000000701',
  tipId: null,
  provider: 'paypal',
  mode: 'live',
  creator: 'miravale',
  amount: 500,
  currency: 'gbp',
  steps: [
    { ...step, kind: 'order', name: '5O190127TN364715T', state: 'COMPLETED', amount: 500 },
    {
      ...step,
      kind: 'webhook',
      name: 'CAPTURED',
      state: 'open',
      amount: null,
      attempts: 24,
      problem: 'broken',
    },
  ],
}
const item = { kind: 'delivery', eventId: '00000000-0000-4000-8000-000000000702', destination: 'mail' }

const reported = {
  id: '00000000-0000-4000-8000-000000000703',
  creator: 'miravale',
  goal: { id: '00000000-0000-4000-8000-000000000704', title: 'A kiln', description: 'Send cash to me' },
  name: null,
  reports: 3,
  openedAt: action.at,
  decision: null,
  decidedAt: null,
  isHidden: false,
  latest: [{ at: action.at, reason: 'fraud', details: 'There is no kiln', contact: null }],
}
const testimonial = { imageUrl: null, profileUrl: 'https://a.example', isHidden: false }
const site = {
  maintenanceSince: null,
  testimonials: [
    { ...testimonial, uid: '00000000-0000-4000-8000-000000000705' },
    { ...testimonial, uid: '00000000-0000-4000-8000-000000000706', isHidden: true },
  ],
}

const tipId = '00000000-0000-4000-8000-000000000707'
const difference = {
  tipId,
  kind: 'refund',
  provider: 'stripe',
  mode: 'live',
  day: '2026-11-02',
  currency: 'gbp',
  tipCurrency: 'gbp',
  creator: 'miravale',
  providerAmount: -480,
  statementAmount: -500,
  transactionIds: ['txn_refund'],
}
const proposal = {
  id: '00000000-0000-4000-8000-000000000708',
  tipId,
  kind: 'dispute',
  account: 'provider_fee',
  amount: -1500,
  transactionId: 'txn_fee',
  reason: 'A fee in dollars',
  provider: 'paypal',
  mode: 'live',
  currency: 'gbp',
  creator: 'miravale',
  proposedAt: action.at,
  proposedBy: 'ada',
  isOwn: false,
  decision: null,
  decidedAt: null,
  decidedBy: null,
}

const payment = {
  provider: 'stripe',
  paymentId: 'pi_wrong',
  mode: 'live',
  payeeId: 'acct_1',
  creator: 'miravale',
  foundAt: action.at,
  paid: 700,
  currency: 'gbp',
  expected: 600,
  expectedCurrency: 'gbp',
  isRefundable: true,
}
const foreign = {
  ...payment,
  paymentId: 'pi_foreign',
  creator: null,
  expected: null,
  expectedCurrency: null,
  isRefundable: false,
}
const settlement = {
  id: '00000000-0000-4000-8000-000000000710',
  provider: 'paypal',
  paymentId: 'CAP-1',
  way: 'refund',
  transactionId: null,
  reason: 'Paid twice as much',
  proposedAt: action.at,
  proposedBy: 'ada',
  isOwn: false,
  decision: null,
  decidedAt: null,
  decidedBy: null,
}

function open(replies: Replies = {}, role: 'admin' | 'user' = 'admin') {
  setProfile(buildSessionUser({ role }))
  const api = fakeApi({
    [listAdminActions.path]: { json: { actions: [action], next: null } },
    [findManagedAccount.path]: { json: mira },
    [changeAccount.path]: { json: { ...mira, isSuspended: true } },
    [findPaymentLife.path]: { json: life },
    [listFailedItems.path]: { json: [{ item, at: action.at, reason: 'refused' }] },
    [endFailedItem.path]: { json: {} },
    [listReports.path]: { json: { open: [reported], decided: [] } },
    [decideReport.path]: { json: {} },
    [listAdjustments.path]: { json: { differences: [difference], proposed: [proposal], decided: [] } },
    [proposeAdjustment.path]: { json: { id: proposal.id } },
    [decideAdjustment.path]: { json: {} },
    [listUnmatched.path]: { json: { payments: [payment, foreign], proposed: [settlement], decided: [] } },
    [proposeSettlement.path]: { json: { id: settlement.id } },
    [decideSettlement.path]: { json: {} },
    [getManagedSite.path]: { json: site },
    [setMaintenance.path]: { json: { ...site, maintenanceSince: action.at } },
    [orderTestimonials.path]: { json: { ...site, testimonials: site.testimonials.toReversed() } },
    ...replies,
  })
  renderPage(<AdminAreaScreen />)
  return api
}

const region = (name: string) => screen.findByRole('region', { name })

async function findMira() {
  const card = await region('Accounts')
  await userEvent.type(within(card).getByLabelText('Username'), ' @MiraVale')
  await userEvent.click(within(card).getByRole('button', { name: 'Find' }))
  return card
}

test('an account is suspended with a reason, and the suspension can then be lifted', async () => {
  const api = open()
  const card = await findMira()
  await userEvent.click(await within(card).findByRole('button', { name: 'Suspend' }))

  await userEvent.click(within(card).getByRole('button', { name: 'Suspend: @miravale' }))
  expect(api.requestsTo(changeAccount)).toEqual([])
  await userEvent.type(within(card).getByLabelText('Reason'), 'Stolen pictures')
  await userEvent.click(within(card).getByRole('button', { name: 'Suspend: @miravale' }))

  await within(card).findByRole('button', { name: 'Lift suspension' })
  const body = { userName: 'miravale', change: 'suspend', reason: 'Stolen pictures' }
  expect(api.requestsTo(changeAccount)).toMatchObject([{ body }])
})

test('only what can change is offered', async () => {
  open()
  const card = await findMira()
  await within(card).findByText(/Creator · Verified/)
  expect(within(card).queryByRole('button', { name: 'Verify' })).toBeNull()
  within(card).getByRole('button', { name: 'Remove verification' })
})

test('the list names who did what, and why', async () => {
  open()
  const list = await region('Audit log')
  expect(await within(list).findByText('Verified · @miravale')).toBeInTheDocument()
  expect(within(list).getByText('Known from television')).toBeInTheDocument()
  expect(within(list).getByText(/Command on the server/)).toBeInTheDocument()
})

test('a payment is found by an id and shows what happened to it', async () => {
  const api = open()
  const card = await region('Payments')
  await userEvent.type(within(card).getByLabelText('Any ID of the payment'), ' 5O190127TN364715T')
  await userEvent.click(within(card).getByRole('button', { name: 'Find' }))

  expect(await within(card).findByText('£5.00 · @miravale · paypal (live)')).toBeInTheDocument()
  expect(within(card).getByText('open · Attempts: 24 · broken')).toBeInTheDocument()
  expect(api.requestsTo(findPaymentLife)).toMatchObject([{ query: { id: '5O190127TN364715T' } }])
})

test('a delivery that gave up is tried again with a reason', async () => {
  const api = open()
  const card = await region('Failed')
  await userEvent.click(await within(card).findByRole('button', { name: 'Try again' }))
  await userEvent.type(within(card).getByLabelText('Reason'), 'Mailbox works again')
  await userEvent.click(within(card).getByRole('button', { name: 'Try again' }))

  const body = { item, decision: 'retry', reason: 'Mailbox works again' }
  await waitFor(() => expect(api.requestsTo(endFailedItem)).toMatchObject([{ body }]))
})

test('a difference is settled by a proposal with its amount and transaction, and a reason', async () => {
  const api = open()
  const card = await region('Adjustments')
  expect(await within(card).findByText('there −£4.80, here −£5.00')).toBeInTheDocument()
  await userEvent.click(within(card).getByRole('button', { name: 'Propose an adjustment' }))
  await userEvent.selectOptions(within(card).getByLabelText('On the other side'), 'our fee')
  await userEvent.type(within(card).getByLabelText('Reason'), 'Rounded otherwise')
  await userEvent.click(within(card).getByRole('button', { name: 'Propose an adjustment' }))

  const what = { tipId, kind: 'refund', account: 'platform_fee', amount: 20, transactionId: 'txn_refund' }
  const body = { ...what, reason: 'Rounded otherwise' }
  await waitFor(() => expect(api.requestsTo(proposeAdjustment)).toMatchObject([{ body }]))
  await waitFor(() => expect(api.requestsTo(listAdjustments)).toHaveLength(2))
})

test('another admin books a proposal, its own author can only reject it', async () => {
  const own = { ...proposal, id: '00000000-0000-4000-8000-000000000709', reason: 'Mine', isOwn: true }
  const api = open({
    [listAdjustments.path]: { json: { differences: [], proposed: [proposal, own], decided: [] } },
  })
  const card = await region('Adjustments')
  const [other, mine] = await within(card).findAllByRole('listitem')
  expect(within(mine!).queryByRole('button', { name: 'Book it' })).toBeNull()
  within(mine!).getByRole('button', { name: 'Reject' })

  await userEvent.click(within(other!).getByRole('button', { name: 'Book it' }))
  await userEvent.type(within(other!).getByLabelText('Reason'), 'Seen at PayPal')
  await userEvent.click(within(other!).getByRole('button', { name: 'Book it' }))

  const body = { id: proposal.id, decision: 'book', reason: 'Seen at PayPal' }
  await waitFor(() => expect(api.requestsTo(decideAdjustment)).toMatchObject([{ body }]))
})

test('a payment that matches no order is settled by a proposal, which another admin confirms', async () => {
  const api = open()
  const card = await region('Unmatched payments')
  const [wrong, unknown, proposed] = await within(card).findAllByRole('listitem')
  within(wrong!).getByText('Paid £7.00, ordered £6.00 · @miravale')
  within(unknown!).getByText('£7.00, without an order here')

  await userEvent.click(within(wrong!).getByRole('button', { name: 'Propose a settlement' }))
  await userEvent.type(within(wrong!).getByLabelText('Reason'), 'Too much')
  await userEvent.click(within(wrong!).getByRole('button', { name: 'Propose a settlement' }))
  const refund = { provider: 'stripe', paymentId: 'pi_wrong', way: 'refund', reason: 'Too much' }
  await waitFor(() => expect(api.requestsTo(proposeSettlement)).toMatchObject([{ body: refund }]))

  await userEvent.click(within(unknown!).getByRole('button', { name: 'Propose a settlement' }))
  await userEvent.type(within(unknown!).getByLabelText('Transaction at the provider'), 're_1')
  await userEvent.type(within(unknown!).getByLabelText('Reason'), 'Refunded there')
  await userEvent.click(within(unknown!).getByRole('button', { name: 'Propose a settlement' }))
  const outside = { paymentId: 'pi_foreign', way: 'outside', transactionId: 're_1', reason: 'Refunded there' }
  await waitFor(() =>
    expect(api.requestsTo(proposeSettlement)).toMatchObject([{ body: refund }, { body: outside }]),
  )

  await userEvent.click(within(proposed!).getByRole('button', { name: 'Settle it' }))
  await userEvent.type(within(proposed!).getByLabelText('Reason'), 'Seen')
  await userEvent.click(within(proposed!).getByRole('button', { name: 'Settle it' }))
  const body = { id: settlement.id, decision: 'settle', reason: 'Seen' }
  await waitFor(() => expect(api.requestsTo(decideSettlement)).toMatchObject([{ body }]))
})

test('a reported goal is hidden with a reason, and leaves the queue', async () => {
  const api = open()
  const card = await region('Reports')
  await within(card).findByText('Goal “A kiln” of @miravale')
  expect(within(card).getByText('There is no kiln')).toBeInTheDocument()
  await userEvent.click(within(card).getByRole('button', { name: 'Hide' }))
  await userEvent.type(within(card).getByLabelText('Reason'), 'A fraud')
  await userEvent.click(within(card).getByRole('button', { name: 'Hide' }))

  const body = { id: reported.id, decision: 'hide', reason: 'A fraud' }
  await waitFor(() => expect(api.requestsTo(decideReport)).toMatchObject([{ body }]))
  await waitFor(() => expect(api.requestsTo(listReports)).toHaveLength(2))
})

test('a whole page is dismissed or its creator suspended, but not hidden', async () => {
  open({ [listReports.path]: { json: { open: [{ ...reported, goal: null }], decided: [] } } })
  const card = await region('Reports')
  await within(card).findByText('The page of @miravale')

  expect(within(card).queryByRole('button', { name: 'Hide' })).toBeNull()
  within(card).getByRole('button', { name: 'Dismiss' })
  within(card).getByRole('button', { name: 'Suspend creator' })
})

test('maintenance begins with a reason, and testimonials change places', async () => {
  const api = open()
  const card = await region('Site')
  await userEvent.click(await within(card).findByRole('button', { name: 'Move testimonial 2 up' }))
  const uids = site.testimonials.map(({ uid }) => uid).toReversed()
  await waitFor(() => expect(api.requestsTo(orderTestimonials)).toMatchObject([{ body: { uids } }]))

  await userEvent.click(within(card).getByRole('button', { name: 'Start maintenance' }))
  await userEvent.type(within(card).getByLabelText('Reason'), 'New disks')
  await userEvent.click(within(card).getByRole('button', { name: 'Start maintenance' }))

  await within(card).findByText(/Under maintenance since/)
  const body = { isOn: true, reason: 'New disks' }
  expect(api.requestsTo(setMaintenance)).toMatchObject([{ body }])
})

test('for everybody else the page does not exist', async () => {
  const api = open({}, 'user')

  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('This glass is empty')
  expect(api.requestsTo(listAdminActions)).toEqual([])
})

test('an admin without a second factor is told to set one up, and sees the page after that', async () => {
  const admin = buildSessionUser({ role: 'admin' })
  const api = fakeApi({ [getProfile.path]: { json: { ...admin, needsSecondFactor: true } } })
  setProfile({ ...admin, needsSecondFactor: true })
  const { unmount } = renderPage(<AdminAreaScreen />)

  expect(screen.getByRole('heading', { name: 'Set up a second factor' })).toHaveFocus()
  expect(screen.getByRole('link', { name: 'Account settings' })).toHaveAttribute(
    'href',
    '/dashboard/account-setting',
  )
  await waitFor(() => expect(api.requestsTo(getProfile)).toHaveLength(1))
  expect(api.requestsTo(listReports)).toEqual([])

  unmount()
  api.respond(getProfile.path, { json: admin })
  renderPage(<AdminAreaScreen />)
  expect(await screen.findByRole('heading', { name: 'Admin' })).toBeVisible()
})

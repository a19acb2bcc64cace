import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answerDispute, getDisputeCase, removeDocument } from '../../../../contract/payments/dispute-calls.ts'
import { refundTip } from '../../../../contract/payments/statement-calls.ts'
import type { Dispute } from '../../../../contract/payments/statement-calls.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'

const dispute: Dispute = {
  id: '00000000-0000-4000-8000-000000000401',
  tipId: '00000000-0000-4000-8000-000000000301',
  provider: 'stripe',
  status: 'open',
  isInquiry: false,
  reason: 'fraudulent',
  currency: 'gbp',
  amount: 700,
  name: 'Ada',
  openedAt: '2026-11-19T10:00:00.000Z',
  respondBy: '2026-11-29T10:00:00.000Z',
  response: null,
}
const sections = [{ field: 'product_description', text: 'A voluntary tip of £7 to Mira' }]
const open = {
  dispute,
  stage: 'open',
  mayAccept: true,
  sections,
  maxWords: 40,
  version: 'v1',
  response: null,
}

function show(found: object, replies = {}) {
  const onDone = vi.fn<() => void>()
  const api = fakeApi({ [getDisputeCase.path]: { json: found }, ...replies })
  renderPage(<DisputeDialog dispute={dispute} onDone={onDone} onClose={() => {}} />)
  return { api, onDone }
}

const sentTo = (api: ReturnType<typeof fakeApi>) => api.requestsTo(answerDispute).map(({ body }) => body)

const send = { [answerDispute.path]: { json: { status: 'done' } } }

test('shows what the provider gets, and sends it with the creator’s words', async () => {
  const { api, onDone } = show(open, send)

  expect(await screen.findByText('A voluntary tip of £7 to Mira')).toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Your own words (optional)'), 'I was live.')
  expect(screen.getByText('29 characters left')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Send to Stripe' }))

  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sentTo(api)).toEqual([{ id: dispute.id, kind: 'evidence', words: 'I was live.', version: 'v1' }])
})

test('the words stay over the step that gives the money back, and closing asks before they are lost', async () => {
  show(open, send)
  const words = () => screen.getByLabelText('Your own words (optional)')
  await userEvent.type(await screen.findByLabelText('Your own words (optional)'), 'I was live.')

  await userEvent.click(screen.getByRole('button', { name: 'Accept the dispute' }))
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(words()).toHaveValue('I was live.')
  await userEvent.keyboard('{Escape}')

  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(words()).toHaveValue('I was live.')
})

test('accepting takes a second step that says it is final', async () => {
  const { api } = show(open, send)

  await userEvent.click(await screen.findByRole('button', { name: 'Accept the dispute' }))
  expect(screen.getByText(/gets £7 back, and the dispute ends/)).toBeInTheDocument()
  expect(sentTo(api)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(screen.getByRole('button', { name: 'Accept the dispute' }))
  await userEvent.click(screen.getByRole('button', { name: 'Give the money back' }))

  await waitFor(() => expect(sentTo(api)).toMatchObject([{ kind: 'acceptance', words: '' }]))
})

test('an inquiry can be refunded in a second step, and is not accepted', async () => {
  const inquiry = { ...dispute, isInquiry: true }
  const { api } = show(
    { ...open, dispute: inquiry, mayAccept: false, refundable: 500 },
    { [refundTip.path]: { json: { status: 'done' } } },
  )

  expect(await screen.findByRole('dialog', { name: 'Inquiry about £7 from Ada' })).toBeInTheDocument()
  expect(screen.getByText(/^The supporter’s bank has a question about this tip\./)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Accept the dispute' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Refund £5' }))
  expect(screen.getByText(/gets £5 back, and the inquiry ends/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Refund tip' }))

  await waitFor(() =>
    expect(api.requestsTo(refundTip)).toMatchObject([{ body: { tipId: dispute.tipId, amount: 500 } }]),
  )
})

test('an inquiry that is answered can still be refunded, and a dispute that is answered not accepted', async () => {
  const response = {
    kind: 'evidence',
    status: 'done',
    issue: null,
    sections: [],
    createdAt: '2026-11-20T10:00:00.000Z',
  }
  const answered = { ...open, dispute: { ...dispute, response: 'done' }, stage: 'answered', response }
  show({ ...answered, dispute: { ...answered.dispute, isInquiry: true }, refundable: 700 })
  expect(await screen.findByRole('button', { name: 'Refund £7' })).toBeInTheDocument()
  cleanup()

  show(answered)
  expect(await screen.findByText('Evidence sent on 20 Nov 2026')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Accept the dispute' })).toBeNull()
})

test('shows an answer exactly as it was sent, and no way to send another', async () => {
  const response = {
    kind: 'evidence',
    status: 'asked',
    issue: null,
    sections: [{ field: 'notes', text: 'As sent' }],
    createdAt: '2026-11-20T10:00:00.000Z',
  }
  show({ ...open, dispute: { ...dispute, response: 'asked' }, stage: 'answered', response })

  expect(await screen.findByText('Evidence sent on 20 Nov 2026')).toBeInTheDocument()
  expect(screen.getByText('As sent')).toBeInTheDocument()
  expect(screen.getByText('Stripe hasn’t confirmed this yet. We keep trying.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
  expect(screen.queryByText(/Respond by/)).toBeNull()
})

test.each([
  ['early', /doesn’t take evidence yet/],
  ['late', /deadline has passed/],
  ['elsewhere', /may not answer for you at Stripe/],
  ['unknown', /isn’t responding/],
])('while the stage is %s, says what to do and lets the text be copied', async (stage, text) => {
  show({ ...open, stage, mayAccept: false })

  expect(await screen.findByText(text)).toBeInTheDocument()
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByRole('button', { name: 'Copy the text' })).toBeInTheDocument()
  expect(within(dialog).queryByRole('button', { name: /Send/ })).toBeNull()
})

test('says that the last answer was declined, and lets the creator send another', async () => {
  const response = {
    kind: 'evidence',
    status: 'refused',
    issue: 'E_1',
    sections,
    createdAt: '2026-11-20T10:00:00.000Z',
  }
  show({ ...open, dispute: { ...dispute, response: 'refused' }, response })

  const note = await screen.findByRole('alert')
  expect(note).toHaveTextContent('Stripe declined your answer of 20 Nov 2026 (E_1).')
  expect(screen.getByRole('button', { name: 'Send to Stripe' })).toBeEnabled()
})

test('after the deadline, a dispute can still be accepted where the provider allows that', async () => {
  const { api } = show({ ...open, stage: 'late' }, send)

  await userEvent.click(await screen.findByRole('button', { name: 'Accept the dispute' }))
  await userEvent.click(screen.getByRole('button', { name: 'Give the money back' }))

  await waitFor(() => expect(sentTo(api)).toMatchObject([{ kind: 'acceptance' }]))
})

test('a dispute that cannot be loaded can be tried again', async () => {
  show({}, { [getDisputeCase.path]: { status: 500, json: {} } })

  expect(await screen.findByText('We couldn’t load this dispute.')).toBeInTheDocument()
})

test('a document can be attached, looked at and removed before the evidence is sent', async () => {
  const attached = { ...open, document: { type: 'application/pdf', bytes: 240_000 }, version: 'v2' }
  const { api } = show(attached, { ...send, [removeDocument.path]: { json: {} } })

  expect(await screen.findByText('PDF, 240 kB')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Download and check' })).toHaveAttribute(
    'href',
    `/api/v1/books/document?id=${dispute.id}`,
  )
  expect(screen.getByLabelText('Use another document')).toHaveAttribute('type', 'file')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(api.requestsTo(removeDocument)).toHaveLength(1))
  await waitFor(() => expect(api.requestsTo(getDisputeCase)).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Send to Stripe' }))

  await waitFor(() => expect(sentTo(api)).toMatchObject([{ version: 'v2' }]))
})

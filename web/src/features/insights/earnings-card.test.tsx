import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CallResponse } from '../../../../contract/call.ts'
import { getInsights } from '../../../../contract/insights/insight-calls.ts'
import type { InsightRange } from '../../../../contract/insights/insight-calls.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { EarningsCard } from './earnings-card.tsx'

// The chart warns that it has no size here.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

const insights: CallResponse<typeof getInsights> = {
  currency: 'gbp',
  days: [
    { day: '2026-03-01', amount: 1500, tips: 2 },
    { day: '2026-03-02', amount: 0, tips: 0 },
    { day: '2026-03-03', amount: 2500, tips: 1 },
  ],
  total: 4000,
  tips: 3,
  before: 2000,
  allTime: 9900,
  imported: 0,
}

function Earnings() {
  const [range, setRange] = useState<InsightRange>('30')
  const insights = useCall(getInsights, { query: { days: range } })
  return <EarningsCard insights={insights} range={range} onRange={setRange} link={null} />
}

function open(reply: object) {
  const api = fakeApi({ [getInsights.path]: reply })
  renderPage(<Earnings />)
  return api
}

const sum = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement!

test('shows totals, a comparison with the days before, and a table', async () => {
  open({ json: insights })

  expect(await screen.findByText('100% more than the previous £20')).toBeVisible()
  expect(sum('Received')).toHaveTextContent('£40')
  expect(sum('Tips')).toHaveTextContent('3')
  expect(sum('Average tip')).toHaveTextContent('£13.33')
  expect(sum('All time')).toHaveTextContent('£99')

  await userEvent.click(screen.getByText('Show as a table'))
  const [, ...rows] = screen.getAllByRole('row')
  const cells = rows.map((row) => within(row).getAllByRole('cell'))
  expect(cells.map((row) => row.map(({ textContent }) => textContent))).toEqual([
    ['1 Mar', '2', '£15'],
    ['2 Mar', '0', '£0'],
    ['3 Mar', '1', '£25'],
  ])
})

test.each([
  ['7 days', '7'],
  ['90 days', '90'],
  ['Year', '365'],
])('“%s” loads %s days', async (name, days) => {
  const api = open({ json: insights })
  await screen.findByText('£40')
  expect(api.requestsTo(getInsights).map(({ query }) => query)).toEqual([{ days: '30' }])

  await userEvent.click(screen.getByRole('tab', { name }))

  expect(await screen.findByText('£40')).toBeVisible()
  expect(api.requestsTo(getInsights)[1]?.query).toEqual({ days })
})

test('a range without earnings says so and compares nothing', async () => {
  open({ json: { ...insights, days: [], total: 0, tips: 0, before: 0 } })

  expect(await screen.findByText('No tips in this period.')).toBeVisible()
  expect(sum('Average tip')).toHaveTextContent('–')
  expect(screen.queryByText(/before$/)).toBeNull()
})

test('a failed load can be retried', async () => {
  const api = open({ status: 500 })
  expect(await screen.findByText('We couldn’t load your earnings.')).toBeVisible()

  api.respond(getInsights.path, { json: insights })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('£40')).toBeVisible()
})

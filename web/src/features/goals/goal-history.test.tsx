import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getGoalPeriods } from '../../../../contract/goals/goal-calls.ts'
import { buildGoal } from '../../test/builders.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { GoalDetails } from './goal-details.tsx'
import { GoalHistory } from './goal-history.tsx'
import { describeRestart } from './goal-progress.ts'

const months = [
  { from: '2026-10-01', to: '2026-10-31', amount: 500_00, amount_received: 0 },
  { from: '2026-08-01', to: '2026-08-31', amount: 500_00, amount_received: 520_00 },
]
const goal = buildGoal({ currency: 'gbp', amount: 500_00, starts_anew: 'month', past_periods: 2 })

test('the creator sees each month of a goal, and which of them were funded', async () => {
  fakeApi({ [getGoalPeriods.path]: { json: months } })
  renderPage(<GoalHistory goal={goal} />)

  const rows = within(await screen.findByRole('group')).getAllByRole('listitem', { hidden: true })

  expect(rows.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    '1 – 31 Oct 2026£0 of £500',
    '1 – 31 Aug 2026£520 of £500Funded',
  ])
})

test('the goal’s page shows only the months in which something came', async () => {
  fakeApi({ [getGoalPeriods.path]: { json: months } })
  renderPage(<GoalDetails goal={goal} shareUrl="https://example.test" />)

  expect(await screen.findByText('History (1)')).toBeInTheDocument()
  expect(screen.queryByText(/Oct/)).toBeNull()
})

test('a goal without a past asks for none', () => {
  const api = fakeApi({})
  renderPage(<GoalHistory goal={buildGoal()} />)

  expect(api.requestsTo(getGoalPeriods)).toEqual([])
})

test.each([
  ['a month that goes on', {}, 'starts anew in 5 days'],
  ['the last hours of a month', { starts_anew_at: '2026-11-25T14:00:00Z' }, 'starts anew in 1 day'],
  ['a goal of each stream', { starts_anew: 'stream', starts_anew_at: undefined }, 'starts anew each stream'],
  ['a funded goal', { status: 'COMPLETED', amount_received: 500_00 }, 'starts anew in 5 days'],
  ['a closed goal', { status: 'COMPLETED', amount_received: 5_00 }, undefined],
  ['an expired goal', { status: 'EXPIRED' }, undefined],
  ['a goal that ends with the month', { end_date: '2026-11-30T10:00:00Z' }, undefined],
  ['a goal that never starts anew', { starts_anew: undefined }, undefined],
] as const)('says of %s when it starts anew', (_, changes, text) => {
  const at = '2026-11-30T11:00:00Z'

  expect(
    describeRestart({ ...goal, starts_anew_at: at, ...changes }, Date.parse('2026-11-25T12:00:00Z')),
  ).toBe(text)
})

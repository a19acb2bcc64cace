import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildGoal } from '../../test/builders.ts'
import { renderPage } from '../../test/render.tsx'
import { GoalStrip } from './goal-strip.tsx'

const open = (changes: Parameters<typeof buildGoal>[0]) =>
  renderPage(<GoalStrip goal={buildGoal({ amount: 100_00, currency: 'gbp', ...changes })} to="/goal" />)

test('a goal that was closed at five per cent is neither funded nor waiting for money', () => {
  open({ status: 'COMPLETED', amount_received: 5_00 })

  expect(screen.getByText('Closed')).toBeInTheDocument()
  expect(screen.queryByText('Funded')).toBeNull()
  expect(screen.queryByText(/to go/)).toBeNull()
})

test.each([
  ['ACTIVE', 5_00, 'Current goal', '£95 to go'],
  ['COMPLETED', 100_00, 'Funded', 'Filled to the brim'],
  ['COMPLETED', 110_00, 'Funded', '£10 over the brim'],
] as const)('a goal with status %s and %i received says so', (status, received, label, remaining) => {
  open({ status, amount_received: received })

  expect(screen.getByText(label)).toBeInTheDocument()
  expect(screen.getByText(remaining)).toBeInTheDocument()
})

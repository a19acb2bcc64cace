import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { ChecklistCard } from './checklist-card.tsx'

const checklist = { payment: true, goal: true, alert: false, chat: false }

test.each([
  [false, 'Get ready for your first tip'],
  [true, 'Finish setting up'],
])('with tips: %s, the checklist has the title “%s”', (hasTips, title) => {
  renderPage(<ChecklistCard checklist={checklist} hasTips={hasTips} />)

  expect(screen.getByRole('heading')).toHaveTextContent(title)
  expect(screen.getByText('2 of 4 done')).toBeInTheDocument()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/stream-setting',
    '/dashboard/chatbot-setting',
  ])
})

test('renders nothing once every step is done', () => {
  renderPage(<ChecklistCard checklist={{ ...checklist, alert: true, chat: true }} hasTips />)

  expect(screen.queryByRole('heading')).toBeNull()
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSessionUser } from '../../test/builders.ts'
import { renderPage } from '../../test/render.tsx'
import { ChecklistCard } from './checklist-card.tsx'

const user = buildSessionUser({ brimfulUserName: 'mira', displayName: 'Mira' })
const checklist = { payment: true, goal: true, alert: false, chat: false, tip: false }

test.each([
  [false, 'Get ready for your first tip', '2 of 6 done'],
  [true, 'Finish setting up', '3 of 6 done'],
])('with a tip: %s, the checklist has the title “%s” and says “%s”', (tip, title, hint) => {
  renderPage(<ChecklistCard user={user} checklist={{ ...checklist, tip }} obsStep="open" />)

  expect(screen.getByRole('heading')).toHaveTextContent(title)
  expect(screen.getByText(hint)).toBeInTheDocument()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/stream-setting#obs',
    '/dashboard/stream-setting',
    '/dashboard/chatbot-setting',
  ])
})

test('a browser’s tab says that the alert box works there, and leaves the step open', () => {
  renderPage(<ChecklistCard {...{ user, checklist }} obsStep="browser" />)

  expect(screen.getByText(/^It works in your browser\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add your alert box to OBS' })).toBeVisible()
})

test('the last step shares the page', async () => {
  renderPage(<ChecklistCard {...{ user, checklist }} obsStep="done" />)

  await userEvent.click(screen.getByRole('button', { name: 'Share your page to get your first tip' }))

  expect(await screen.findByRole('dialog')).toHaveTextContent(`/${user.brimfulUserName}`)
})

test('renders nothing once every step is done', () => {
  renderPage(
    <ChecklistCard
      user={user}
      checklist={{ ...checklist, alert: true, chat: true, tip: true }}
      obsStep="done"
    />,
  )

  expect(screen.queryByRole('heading')).toBeNull()
})

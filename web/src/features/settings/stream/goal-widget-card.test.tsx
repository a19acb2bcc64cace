import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getSiteSettings } from '../../../../../contract/site-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { GoalWidgetCard } from './goal-widget-card.tsx'
import { buildSite } from '../../../test/builders.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const address = `https://tips.test/overlay?userUID=${uid}&widget=goal`
const addressField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Goal widget URL' })

async function open() {
  fakeApi({ [getSiteSettings.path]: { json: buildSite({ publicUrl: 'https://tips.test/' }) } })
  renderPage(<GoalWidgetCard uid={uid} currency="gbp" />)
  await waitFor(() => expect(addressField().value).toBe(address))
}

test("the goal widget's address can be copied and opened", async () => {
  const user = userEvent.setup() // `setup` also installs a clipboard that works in this environment
  await open()

  await user.click(screen.getByRole('button', { name: 'Copy' }))

  expect(await screen.findByText('Goal widget URL copied to clipboard.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(address)
  expect(screen.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', address)
})

test('the address chooses between the first goal and all goals in turn', async () => {
  await open()
  const inTurn = screen.getByRole('switch', { name: 'Rotate through all goals' })
  expect(inTurn).not.toBeChecked()

  await userEvent.click(inTurn)
  expect(addressField()).toHaveValue(`${address}&goals=all`)
  expect(screen.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    `${address}&goals=all`,
  )

  await userEvent.click(inTurn)
  expect(addressField()).toHaveValue(address)
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../test/render.tsx'
import { Card } from './card.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

// React reports every error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

let isBroken = false
beforeEach(() => void (isBroken = false))

function Fragile() {
  if (isBroken) throw new Error('broken')
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>Clicked {count} times</button>
}

test('a card that fails leaves the rest of the page, and can be tried again', async () => {
  renderPage(
    <>
      <h1>Page</h1>
      <Card title="Fragile">
        <Fragile />
      </Card>
    </>,
  )
  isBroken = true
  await userEvent.click(screen.getByRole('button', { name: 'Clicked 0 times' }))

  expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Fragile' })).toBeVisible()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(screen.getByRole('button', { name: 'Clicked 0 times' })).toBeVisible()
})

test('a page that fails is rendered anew at another address', () => {
  const page = (address: string) => (
    <ErrorBoundary resetKey={address} fallback={() => <p>Failed</p>}>
      <Fragile />
    </ErrorBoundary>
  )
  isBroken = true
  const { rerender } = render(page('/a'))
  expect(screen.getByText('Failed')).toBeVisible()
  isBroken = false

  rerender(page('/a'))
  expect(screen.getByText('Failed')).toBeVisible()
  rerender(page('/b'))

  expect(screen.getByRole('button')).toBeVisible()
})

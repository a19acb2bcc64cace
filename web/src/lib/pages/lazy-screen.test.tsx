import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyComponent, loadScreen } from './lazy-screen.ts'

function Greeting() {
  return <p>Hello</p>
}

function open() {
  const Screen = lazyComponent(() => Promise.resolve(Greeting))
  const show = () =>
    render(
      <Suspense fallback="Wait">
        <Screen />
      </Suspense>,
    )
  return { Screen, show }
}

test("shows the fallback until a screen's code is loaded", async () => {
  const { show } = open()

  show()

  expect(screen.getByText('Wait')).toBeInTheDocument()
  expect(await screen.findByText('Hello')).toBeInTheDocument()
})

test('renders a loaded screen without a fallback', async () => {
  const { Screen, show } = open()
  await loadScreen(<Screen />)

  show()

  expect(screen.getByText('Hello')).toBeInTheDocument()
})

import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyScreen, loadScreen } from './lazy-screen.ts'

function Greeting() {
  return <p>Hello</p>
}

function open() {
  const Screen = lazyScreen(() => Promise.resolve(Greeting))
  const show = () =>
    render(
      <Suspense fallback="Wait">
        <Screen />
      </Suspense>,
    )
  return { Screen, show }
}

test('a screen is waited for until its code is here', async () => {
  const { show } = open()

  show()

  expect(screen.getByText('Wait')).toBeInTheDocument()
  expect(await screen.findByText('Hello')).toBeInTheDocument()
})

test('a screen whose code is here already stands at once', async () => {
  const { Screen, show } = open()
  await loadScreen(<Screen />)

  show()

  expect(screen.getByText('Hello')).toBeInTheDocument()
})

import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { preload, renderPage } from '../../test/render.tsx'
import { usePageChanges } from './page-changes.ts'

preload({ showing: () => import('./show-page.ts') })

const scrollTo = vi.fn<(x: number, y: number) => void>()

beforeEach(() => {
  scrollTo.mockClear()
  vi.stubGlobal('scrollTo', scrollTo)
})

function Late() {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const load = () => setIsLoaded(true)
    addEventListener('loaded', load)
    return () => removeEventListener('loaded', load)
  }, [])
  return isLoaded && <h1>Late</h1>
}

function WithField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <h1>Form</h1>
      <input ref={field} aria-label="name" />
    </>
  )
}

function Site() {
  usePageChanges()
  return (
    <main id="content" tabIndex={-1}>
      {['/late', '/field', '/other', '/start?page=2'].map((to) => (
        <Link key={to} to={to}>
          {to}
        </Link>
      ))}
      <Routes>
        <Route path="/start" element={<h1>Start</h1>} />
        <Route path="/other" element={<h1>Other</h1>} />
        <Route path="/late" element={<Late />} />
        <Route path="/field" element={<WithField />} />
      </Routes>
    </main>
  )
}

const press = (to: string) => userEvent.click(screen.getByRole('link', { name: to }))

test('a new page starts at its top with the focus on its heading', async () => {
  renderPage(<Site />, '/start')
  expect(document.body).toHaveFocus()

  await press('/other')

  await waitFor(() => expect(screen.getByRole('heading', { name: 'Other' })).toHaveFocus())
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})

test('a page whose heading loads later has the focus on its content first', async () => {
  renderPage(<Site />, '/start')

  await press('/late')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  act(() => void dispatchEvent(new Event('loaded')))

  await waitFor(() => expect(screen.getByRole('heading', { name: 'Late' })).toHaveFocus())
})

test('a page that focuses a field keeps that focus', async () => {
  renderPage(<Site />, '/start')

  await press('/field')

  expect(screen.getByLabelText('name')).toHaveFocus()
})

test('a change of the query moves neither the focus nor the page', async () => {
  renderPage(<Site />, '/start')

  await press('/start?page=2')

  expect(screen.getByRole('link', { name: '/start?page=2' })).toHaveFocus()
  expect(scrollTo).not.toHaveBeenCalled()
})

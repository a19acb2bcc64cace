import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BrowserRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { useEffect } from 'react'
import { getProfile, logOut } from '../../../../contract/accounts/account-calls.ts'
import { expireSession } from '../../lib/calls/error-rule.ts'
import { setNavigator } from '../../lib/navigation.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { endSession } from '../../lib/accounts/session.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { ProtectedLayout } from './protected-layout.tsx'
import { dropSessionCookie } from '../../test/render.tsx'

const place = '/dashboard/account-setting?a=1'

beforeEach(() => {
  window.history.replaceState(null, '', place)
})

function Anywhere() {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => setNavigator((path, given) => void navigate(path, { state: given })), [navigate])
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>
}

async function open() {
  fakeApi({ [getProfile.path]: { json: buildSessionUser() }, [logOut.path]: { json: {} } })
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Anywhere />
        <Routes>
          <Route element={<ProtectedLayout />}>
            <Route path="dashboard/*" element={<h1>Mine alone</h1>} />
          </Route>
          <Route path="*" element={null} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Mine alone' })
  dropSessionCookie()
}

test('an expired session redirects after a second and keeps the return address', async () => {
  await open()
  vi.useFakeTimers()

  await act(async () => {
    expireSession()
    await vi.advanceTimersByTimeAsync(900)
  })
  expect(screen.queryByText('Mine alone')).toBeNull()
  expect(screen.getByText(/^\/dashboard\/account-setting/)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(100))

  expect(screen.getByText(`/account ${JSON.stringify({ from: place })}`)).toBeVisible()
})

test('logging out goes to its own destination, not to the log-in page', async () => {
  await open()

  await act(async () => {
    await endSession()
    await new Promise((later) => setTimeout(later, 50)) // long enough for a wrong redirect while the next page's code loads
  })

  expect(screen.queryByText('Mine alone')).toBeNull()
  expect(screen.getByText(/^\/dashboard\/account-setting/)).toBeVisible()
})

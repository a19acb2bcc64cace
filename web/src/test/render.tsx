import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { MemoryRouter, Routes, useLocation } from 'react-router-dom'
import { beforeAll } from 'vitest'
import { ConfirmationDialog } from '../features/confirmation/confirmation-dialog.tsx'
import { DiscardDialog } from '../features/discard/discard-dialog.tsx'
import { Toaster } from '../features/toasts/toaster.tsx'
import { queryClient } from '../lib/calls/query-client.ts'
import { useStore } from '../lib/store.ts'
import { emptyState } from '../lib/store-state.ts'

/**
 * Renders a part of the app at an address, inside the same providers as in `main.tsx`, with toasts and the confirmation dialog.
 */
export function renderPage(part: ReactNode, address = '/') {
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        {part}
        <ConfirmationDialog />
        <DiscardDialog />
        <Toaster />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** Renders routes at an address. Shows nothing until the code is loaded. */
export function renderRoutes(routes: ReactNode, address: string) {
  return renderPage(
    <Suspense>
      <Routes>{routes}</Routes>
    </Suspense>,
    address,
  )
}

/** Returns the path and query of the page. */
export const place = () => screen.getByTestId('place').textContent

function Place() {
  const { pathname, search } = useLocation()
  return <p data-testid="place">{pathname + search}</p>
}

/** Loads the code of screens before the tests of a file, so that no test waits for it. */
export function preload(screens: Record<string, () => Promise<unknown>>): void {
  beforeAll(async () => void (await Promise.all(Object.values(screens).map((load) => load()))), 60_000)
}

/** Clears the state, the query cache and the browser's storage. */
export function resetState(): void {
  queryClient.clear()
  useStore.setState(emptyState, true)
  localStorage.clear()
  document.cookie = 'brimful_signed_in=1' // by default the browser has the cookie of a session
}

/** Deletes the session's cookie, as in a browser that was never signed in. */
export function dropSessionCookie(): void {
  document.cookie = 'brimful_signed_in=; max-age=-1'
}

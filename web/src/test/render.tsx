import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { Toaster } from '../features/toasts/toaster.tsx'
import { queryClient } from '../lib/query-client.ts'
import { useStore } from '../lib/store.ts'
import { emptyState } from '../lib/store-state.ts'

/** Shows a part of the app as `main.tsx` frames it, at an address, with messages and a fresh state. */
export function renderPage(part: ReactNode, address = '/') {
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        {part}
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** Forgets what an earlier test left in the state, the answers and the browser's storage. */
export function resetState(): void {
  queryClient.clear()
  useStore.setState(emptyState, true)
  localStorage.clear()
  document.cookie = 'brimful_signed_in=1' // as a browser has it that was signed in once
}

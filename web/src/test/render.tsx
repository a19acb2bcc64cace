import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { Toaster } from '../features/toasts/toaster.tsx'
import { queryClient } from '../lib/query-client.ts'
import { useStore } from '../lib/store.ts'
import { emptyState } from '../lib/store-state.ts'

/** Renders a part of the app at an address, framed as in `main.tsx` and with toasts. */
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

/** Clears the state, the query cache and the browser's storage. */
export function resetState(): void {
  queryClient.clear()
  useStore.setState(emptyState, true)
  localStorage.clear()
  document.cookie = 'brimful_signed_in=1' // as in a browser that has been signed in
}

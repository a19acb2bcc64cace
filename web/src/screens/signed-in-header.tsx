import { QueryClientProvider } from '@tanstack/react-query'
import { SiteHeader } from '../features/site-header/site-header.tsx'
import { Toaster } from '../features/toasts/toaster.tsx'
import { queryClient } from '../lib/query-client.ts'

/** The header with whoever is signed in and what they are told, for the landing page, which has no server state of its own. */
export function SignedInHeader() {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteHeader />
      <Toaster />
    </QueryClientProvider>
  )
}

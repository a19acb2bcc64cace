import { QueryClientProvider } from '@tanstack/react-query'
import { SiteHeader } from '../features/site-header/site-header.tsx'
import { Toaster } from '../features/toasts/toaster.tsx'
import { queryClient } from '../lib/calls/query-client.ts'

/** The signed-in header for the landing page. It brings its own query client and toasts, which the landing page does not have. */
export function SignedInHeader() {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteHeader />
      <Toaster />
    </QueryClientProvider>
  )
}

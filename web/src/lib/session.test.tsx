import { expect, test, vi } from 'vitest'
import { dropSessionCookie } from '../test/render.tsx'
import { callKey, queryClient } from './query-client.ts'
import { getProfile } from '../../../contract/account-calls.ts'
import { renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from './session.ts'

function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

test('makes no call for a visitor who was never signed in', async () => {
  dropSessionCookie()
  const fetching = vi.spyOn(globalThis, 'fetch')

  const { result } = renderHook(useSession, { wrapper: WithQueries })

  await waitFor(() => expect(result.current.status).toBe('signed-out'))
  expect(fetching).not.toHaveBeenCalled()
  expect(queryClient.getQueryData(callKey(getProfile))).toBeNull()
})

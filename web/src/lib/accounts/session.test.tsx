import { expect, test, vi } from 'vitest'
import { dropSessionCookie } from '../../test/render.tsx'
import { callKey, queryClient } from '../calls/query-client.ts'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import { renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endSession, useSession } from './session.ts'

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

test('logging out leaves nothing in the cache that only the account may see', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}))
  const [own, ofEverybody] = [callKey(getProfile), ['public', 'goals/of-creator', {}]]
  for (const key of [own, ofEverybody]) queryClient.setQueryData(key, { name: 'Ada' })

  await endSession()

  expect([own, ofEverybody].map((key) => queryClient.getQueryData(key))).toEqual([undefined, { name: 'Ada' }])
})

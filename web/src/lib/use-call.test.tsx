import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getNotificationPreferences } from '../../../contract/account-calls.ts'
import { renderPage } from '../test/render.tsx'
import { useCall } from './use-call.ts'

function Preferences() {
  const { data, setData, refetch } = useCall(getNotificationPreferences)
  return (
    <>
      <p>{data ? `tips ${data.receiveAllTips ? 'on' : 'off'}` : 'unknown'}</p>
      <button onClick={() => setData(() => ({ receiveAllTips: false, receiveGoalFunded: false }))}>
        set
      </button>
      <button onClick={refetch}>ask</button>
    </>
  )
}

test('setData wins over a response that is still in flight', async () => {
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  renderPage(<Preferences />)

  await userEvent.click(screen.getByRole('button', { name: 'set' }))
  answer(new Response(JSON.stringify({ receiveAllTips: true, receiveGoalFunded: true })))

  expect(await screen.findByText('tips off')).toBeInTheDocument()
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ receiveAllTips: true, receiveGoalFunded: true })),
  )
  await userEvent.click(screen.getByRole('button', { name: 'ask' }))
  expect(await screen.findByText('tips on')).toBeInTheDocument()
})

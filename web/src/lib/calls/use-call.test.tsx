import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getNotificationPreferences } from '../../../../contract/accounts/account-calls.ts'
import { renderPage } from '../../test/render.tsx'
import { useCall } from './use-call.ts'

function Preferences() {
  const { data, setData, refetch } = useCall(getNotificationPreferences)
  return (
    <>
      <button onClick={() => setData((now) => now && { ...now, receiveAllTips: false })}>change</button>
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

test('a change that comes before the first response does not stop that, and it is loaded again', async () => {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const answer = (at: number, receiveAllTips: boolean) =>
    answers[at]?.(new Response(JSON.stringify({ receiveAllTips, receiveGoalFunded: true })))
  renderPage(<Preferences />)

  await userEvent.click(screen.getByRole('button', { name: 'change' }))
  await userEvent.click(screen.getByRole('button', { name: 'change' }))
  answer(0, true)
  expect(await screen.findByText('tips on')).toBeInTheDocument()
  await expect.poll(() => answers).toHaveLength(2)
  answer(1, false)

  expect(await screen.findByText('tips off')).toBeInTheDocument()
  expect(answers).toHaveLength(2)
})

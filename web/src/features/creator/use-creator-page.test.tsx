import { act, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import type { ProfilerOnRenderCallback } from 'react'
import { expect, test, vi } from 'vitest'
import { getCreatorProfile, getUserDataByUsername } from '../../../../contract/accounts/account-calls.ts'
import { getAllGoals, getCreatorLeaderboard } from '../../../../contract/goals/goal-calls.ts'
import { useStore } from '../../lib/store.ts'
import { buildGoal, buildViewedCreator } from '../../test/builders.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { useCreatorPage } from './use-creator-page.ts'

const kiln = buildGoal({ title: 'A kiln' })

function Page() {
  const { goals, board } = useCreatorPage('miravale')
  return <p>{board.data && goals.data?.[0]?.title}</p>
}

test('a page that stores its creator for the next visit is not rendered again for that', async () => {
  fakeApi({
    [getCreatorProfile.path]: { json: buildViewedCreator() },
    [getUserDataByUsername.path]: { json: { uid: '00000000-0000-4000-8000-000000000001' } },
    [getAllGoals.path]: { json: [kiln] },
    [getCreatorLeaderboard.path]: { json: { weekly: [], monthly: [], allTime: [], recent: [] } },
  })
  const onRender = vi.fn<ProfilerOnRenderCallback>()
  renderPage(
    <Profiler id="page" onRender={onRender}>
      <Page />
    </Profiler>,
  )
  await screen.findByText('A kiln')
  await waitFor(() => expect(useStore.getState().userGoals?.goals).toEqual([kiln]))

  onRender.mockClear()
  act(() => {
    useStore.setState({
      userProfile: buildViewedCreator({ displayName: 'Changed' }),
      userGoals: { userName: 'miravale', goals: [buildGoal({ title: 'Another' })] },
    })
  })

  expect(onRender).not.toHaveBeenCalled()
})

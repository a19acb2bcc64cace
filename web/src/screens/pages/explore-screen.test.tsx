import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  getAllCreators,
  getAllCreatorsForSearch,
  getAllCreatorsForTags,
  getCreatorData,
} from '../../../../contract/accounts/account-calls.ts'
import type { Creator } from '../../../../contract/entities.ts'
import { useStore } from '../../lib/store.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { buildCreator } from '../../test/builders.ts'
import { ExploreScreen } from './explore-screen.tsx'
import { place, renderRoutes } from '../../test/render.tsx'

/** The callbacks of the observers at the list's end. A test calls them as if the visitor had scrolled there. */
const edges = new Set<() => void>()

beforeEach(() => {
  edges.clear()
  vi.stubGlobal('IntersectionObserver', Edge)
})

const people = ['zoe', 'Ben_1', 'ada_b', 'ada_c', 'ada_d', 'ada_e', 'ada_f', 'ada_g'].map((name) =>
  buildCreator({ user_name: name, display_name: `The ${name}` }),
)

function open(creators: Creator[] = people, address = '/dashboard/explore') {
  const api = fakeApi({
    [getAllCreators.path]: { json: creators },
    [getAllCreatorsForTags.path]: { json: creators },
    [getAllCreatorsForSearch.path]: { json: creators },
  })
  renderRoutes(
    <>
      <Route path="/explore" element={<ExploreScreen />} />
      <Route path="/dashboard/explore" element={<ExploreScreen />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </>,
    address,
  )
  return api
}

const cards = () => screen.findAllByRole('article')
const namesOf = (shown: HTMLElement[]) =>
  shown.map((card) => within(card).getByText(/^@/).textContent?.slice(1))
const box = () => screen.getByPlaceholderText('Find a Creator to support!')

test('shows six skeletons, then the creators sorted by username', async () => {
  open()
  expect(screen.getByRole('heading', { name: 'Multiple Tip Goals, All at Once' })).toBeInTheDocument()
  expect(screen.getByRole('status', { name: 'Loading creators…' }).children).toHaveLength(6)

  expect(namesOf(await cards()).slice(-3)).toEqual(['ada_g', 'Ben_1', 'zoe'])
})

test('a card shows the creator’s goal with what it has received, and none where there is none', async () => {
  const goal = { title: 'A kiln', currency: 'gbp', amount: 1200_00, amount_received: 892_00 } as const
  open([buildCreator({ user_name: 'ada', goal }), buildCreator({ user_name: 'ben', goal: null })])

  const [ada, ben] = await cards()

  expect(within(ada!).getByText('A kiln')).toBeInTheDocument()
  expect(ada).toHaveTextContent('£892 of £1,200')
  expect(ben).not.toHaveTextContent('£')
})

test('a card shows the start of the bio, or that there is none', async () => {
  open([buildCreator({ user_name: 'a', bio: 'x'.repeat(221) }), buildCreator({ user_name: 'b', bio: '' })])

  const [long, none] = await cards()
  expect(within(long!).getByText(`${'x'.repeat(220)}...`)).toBeInTheDocument()
  expect(within(none!).getByText('No biography provided.')).toBeInTheDocument()
})

test('typing suggests at most five creators, and choosing one stores it', async () => {
  open()

  await userEvent.type(box(), 'ADA')
  expect(await screen.findAllByRole('option')).toHaveLength(5)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')

  expect(place()).toBe('/ada_c/current-goals')
  expect(useStore.getState().userProfile).toMatchObject({ userName: 'ada_c', displayName: 'The ada_c' })
})

test('the keys that choose among the words of an input method choose no creator', async () => {
  open()
  await userEvent.type(box(), 'ada')
  await screen.findAllByRole('option')

  fireEvent.keyDown(box(), { key: 'ArrowDown', keyCode: 229, isComposing: true })

  expect(screen.queryByRole('option', { selected: true })).toBeNull()
})

test('filters by the tag in the address', async () => {
  const api = open([...people, buildCreator({ user_name: 'clay', tagNames: ['art'] })], '/explore?tag=art')

  expect(namesOf(await cards())).toEqual(['clay'])
  expect(api.requestsTo(getAllCreators)).toEqual([])
  expect(api.requestsTo(getAllCreatorsForTags)).toHaveLength(1)
})

test('clicking a picture loads the creator, stores it, and opens its preview on Explore', async () => {
  const [creator] = people
  const api = open()
  const bio = 'All of it'
  api.respond(getCreatorData.path, { json: { ...pickData(creator!), bio } })

  await userEvent.click(await screen.findByRole('button', { name: 'View The zoe' }))

  const dialog = await screen.findByRole('dialog', { name: 'The zoe' })
  expect(api.requestsTo(getCreatorData)).toMatchObject([{ query: { creatorUID: creator!.uid } }])
  expect(within(dialog).getByText(bio)).toBeInTheDocument()
  expect(place()).toBe('/explore')
  expect(useStore.getState().userProfile).toMatchObject({ userName: 'zoe', bio, currency: 'gbp' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('renders a long list in steps as the visitor scrolls near its end', async () => {
  open(Array.from({ length: 50 }, (_, index) => buildCreator({ user_name: `c${index}` })))
  await screen.findByText('@c0')
  const drawn = () => document.querySelectorAll('article').length

  expect(drawn()).toBe(24)
  comeNear()
  expect(drawn()).toBe(48)
  comeNear()
  expect(drawn()).toBe(50)
})

function pickData({ image, cover_image, display_name, user_name, bio, ...rest }: Creator) {
  const { yt_url, twitter_url, insta_url, fb_url } = rest
  return { image, cover_image, display_name, user_name, bio, yt_url, twitter_url, insta_url, fb_url }
}

function comeNear(): void {
  act(() => {
    for (const near of edges) near()
  })
}

class Edge {
  private readonly near: () => void
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.near = () => callback([{ isIntersecting: true }])
  }
  observe(): void {
    edges.add(this.near)
  }
  disconnect(): void {
    edges.delete(this.near)
  }
}

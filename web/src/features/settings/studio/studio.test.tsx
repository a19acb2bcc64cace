import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lookOf, standardStyle } from '../../../../../contract/alerts/alert-looks.ts'
import {
  getAlertSamples,
  getAlertStyle,
  getWidgetSamples,
} from '../../../../../contract/alerts/alert-style-calls.ts'
import { getScene, publishScene, saveSceneDraft } from '../../../../../contract/alerts/scene-calls.ts'
import type { OwnScene } from '../../../../../contract/alerts/scene-calls.ts'
import { standardScene } from '../../../../../contract/alerts/standard-scene.ts'
import { buildSessionUser } from '../../../test/builders.ts'
import { fakeApi, refuse } from '../../../test/fake-api.ts'
import type { Replies } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { alertSample, widgetSamples } from '../styles/samples.fixture.ts'
import { editLayer } from './scene-edits.ts'
import { Studio } from './studio.tsx'

const scene = standardScene('top')
const first: OwnScene = { draft: scene, draftVersion: 0, live: scene, liveVersion: 0 }
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const style = { ...standardStyle(), look: lookOf('ticket') }

/** Opens the studio at a server that keeps what it is sent. */
function open(replies: Replies = {}) {
  let stored = first
  const keep = (next: Partial<OwnScene>) => ({ json: (stored = { ...stored, ...next }) })
  const api = fakeApi({
    [getScene.path]: () => ({ json: stored }),
    [saveSceneDraft.path]: (body) =>
      keep({ draft: (body as OwnScene).draft, draftVersion: (body as OwnScene).draftVersion + 1 }),
    [publishScene.path]: () => keep({ live: stored.draft, liveVersion: stored.draftVersion }),
    [getAlertStyle.path]: { json: { draft: style, draftVersion: 1, live: style, liveVersion: 1 } },
    [getAlertSamples.path]: { json: { alerts: [alertSample], pageUrl: 'https://tips.test/mira' } },
    [getWidgetSamples.path]: { json: widgetSamples },
    ...replies,
  })
  renderPage(<Studio user={buildSessionUser({ accountType: 1 })} profile={undefined} />)
  return api
}

const lastDraft = (api: ReturnType<typeof open>) =>
  (api.requestsTo(saveSceneDraft).at(-1)?.body as OwnScene | undefined)?.draft
const hideGoal = async () => {
  await screen.findByRole('heading', { name: 'On the scene' })
  await press('Hide Goal bar')
}
const saved = () => screen.findByText('Draft saved', undefined, { timeout: 60_000 })

test('a change saves itself, stays after it, and is undone and redone', async () => {
  const api = open()
  expect(await screen.findByText('On your stream')).toBeVisible()

  await hideGoal()
  expect(await saved()).toBeVisible()
  expect(lastDraft(api)).toEqual(editLayer(scene, 'goal', { isVisible: false }))
  expect(screen.getByRole('button', { name: 'Show Goal bar' })).toBeVisible()

  await press('Undo')
  await waitFor(() => expect(lastDraft(api)).toEqual(scene), { timeout: 60_000 })
  expect(screen.getByRole('button', { name: 'Hide Goal bar' })).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(screen.getByRole('button', { name: 'Show Goal bar' })).toBeVisible()
})

test('publishing names what changes on the stream', async () => {
  const api = open()
  await hideGoal()
  await press('Move Alert backward')
  await press('Publish')

  const dialog = within(await screen.findByRole('dialog', { name: 'Publish this scene?' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Goal bar: hidden',
    'The order of the layers',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))

  expect(await screen.findByText('Published. Your stream shows this scene now.')).toBeVisible()
  expect(await screen.findByText('On your stream')).toBeVisible()
  expect(api.requestsTo(publishScene)).toHaveLength(1)
})

test('a draft that cannot be saved says so, and is saved by a press', async () => {
  const api = open({ [saveSceneDraft.path]: 'network failure' })
  await hideGoal()
  expect(await screen.findByText('Not saved', undefined, { timeout: 60_000 })).toBeVisible()

  const draft = editLayer(scene, 'goal', { isVisible: false })
  api.respond(saveSceneDraft.path, { json: { ...first, draft, draftVersion: 1 } })
  await press('Try again')
  expect(await saved()).toBeVisible()
})

test('a draft of another page is offered, and one’s own comes back by Undo', async () => {
  const other = { ...first, draft: editLayer(scene, 'timer', { isVisible: true }), draftVersion: 5 }
  const changed = refuse('scene_changed', 'This scene was changed on another page.', 409)
  const api = open({ [saveSceneDraft.path]: changed })
  await screen.findByRole('heading', { name: 'On the scene' })
  api.respond(getScene.path, { json: other })
  await press('Hide Goal bar')
  await screen.findByText(/Your changes aren’t lost/, undefined, { timeout: 60_000 })

  await press('Show the other version')
  expect(screen.getByRole('button', { name: 'Hide Donothon timer' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Hide Goal bar' })).toBeVisible()

  await press('Undo')
  expect(screen.getByRole('button', { name: 'Show Goal bar' })).toBeVisible()
  await waitFor(
    () => expect(api.requestsTo(saveSceneDraft).at(-1)?.body).toMatchObject({ draftVersion: 5 }),
    {
      timeout: 60_000,
    },
  )
})

test('a save whose response was lost is no conflict', async () => {
  const draft = editLayer(scene, 'goal', { isVisible: false })
  const api = open({ [saveSceneDraft.path]: refuse('scene_changed', 'Changed.', 409) })
  await screen.findByRole('heading', { name: 'On the scene' })
  api.respond(getScene.path, { json: { ...first, draft, draftVersion: 1 } })

  await press('Hide Goal bar')
  expect(await saved()).toBeVisible()
})

/** Requests for styles of alerts that `role-table.test.ts` sends as each role. */
import { lookOf, standardStyle } from '../../contract/alert-looks.ts'
import type { OwnAlertStyle } from '../../contract/alert-style-calls.ts'
import type { WidgetSamples } from '../../contract/widget-preview.ts'
import { findAlertStyle, listAlertPictures, saveAlertDraft } from '../../db/queries/alert-styles.ts'
import { addAlertPicture } from '../../domain/styles/alert-pictures.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

const draft = { ...standardStyle(), look: lookOf('ticket') }
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const alertStyleCases = {
  'GET /api/v1/account/alert-style': () =>
    get('account/alert-style', (body) => equals((body as OwnAlertStyle).liveVersion, 0)),
  'POST /api/v1/account/save-alert-draft': (world, role) => ({
    ...post('account/save-alert-draft', { draft, draftVersion: 0 }),
    effect: async () => like(await findAlertStyle(world.db, world.uidOf(role)), { draft, draftVersion: 1 }),
  }),
  'POST /api/v1/account/save-alert-draft | with another’s picture': () => {
    const look = { ...draft.look, picture: `/media/${'ab'.repeat(16)}-512.webp` }
    return post('account/save-alert-draft', { draft: { ...draft, look }, draftVersion: 0 })
  },
  'POST /api/v1/account/publish-alert-style': async (world, role) => {
    if (role !== 'stranger') await saveAlertDraft(world.db, world.uidOf(role), draft, 0)
    return {
      ...post('account/publish-alert-style', { draftVersion: 1 }),
      effect: async () => like(await findAlertStyle(world.db, world.uidOf(role)), { live: draft }),
    }
  },
  'GET /api/v1/account/alert-samples': () =>
    get('account/alert-samples', (body) => equals((body as { alerts: unknown[] }).alerts.length, 4)),
  'GET /api/v1/account/widget-samples': () =>
    get('account/widget-samples', (body) => equals((body as WidgetSamples).goals.length, 1)),
  'GET /api/v1/account/alert-pictures': () => get('account/alert-pictures'),
  'POST /api/v1/account/upload-alert-picture': (world, role) => ({
    ...post('account/upload-alert-picture', formOf(png)),
    effect: async () => equals((await listAlertPictures(world.db, world.uidOf(role))).length, 1),
  }),
  'POST /api/v1/account/upload-alert-picture | that is none': () =>
    post('account/upload-alert-picture', formOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))),
  'POST /api/v1/account/delete-alert-picture': async (world) => ({
    ...post('account/delete-alert-picture', { url: await plant(world) }),
    effect: async () => equals(await listAlertPictures(world.db, world.creator.uid), []),
  }),
} as const satisfies Partial<Cases<RouteCase>>

function plant({ ctx, creator }: World): Promise<string> {
  return addAlertPicture(ctx, creator.uid, [{ width: 512, format: 'webp', bytes: Buffer.from('webp') }])
}

function formOf(bytes: Buffer): FormData {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(bytes)]), 'picture.png')
  return form
}

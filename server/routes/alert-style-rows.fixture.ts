/** Requests for styles of alerts that `server/roles.test.ts` sends as each role. */
import { lookOf, standardStyle } from '../../contract/alerts/alert-looks.ts'
import { listAlertPictures } from '../../db/queries/alerts/alert-styles.ts'
import { addAlertPicture } from '../../domain/styles/alert-pictures.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const draft = { ...standardStyle(), look: lookOf('ticket') }

export const alertStyleRows: Rows = {
  'POST account/save-alert-draft | with another’s picture': row({ creator: 404, otherCreator: 404 }, () => {
    const look = { ...draft.look, picture: `/media/${'ab'.repeat(16)}-512.webp` }
    return post('account/save-alert-draft', { draft: { ...draft, look }, draftVersion: 0 })
  }),
  'GET account/alert-pictures': row({}, () => get('account/alert-pictures')),
  'POST account/delete-alert-picture': row(owned, async (world) => ({
    ...post('account/delete-alert-picture', { url: await plant(world) }),
    effect: async () => equals(await listAlertPictures(world.db, world.creator.uid), []),
  })),
}

function plant({ ctx, creator }: World): Promise<string> {
  return addAlertPicture(ctx, creator.uid, [{ width: 512, format: 'webp', bytes: Buffer.from('webp') }])
}

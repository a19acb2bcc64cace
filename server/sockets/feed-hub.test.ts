import { expect, test, vi } from 'vitest'
import { addAlert, buildTestAlert } from '../../db/alerts.fixture.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import type { Db } from '../../db/connection.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { openLog } from '../../domain/log.ts'
import { openFeedHub } from './feed-hub.ts'
import type { FeedSocket } from './feed-socket.ts'

test('an event is sent at once if its message follows one about an event that was sent before', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const hub = openHubWithoutPoll(test.db)
  const sent: string[] = []
  await hub.join(socketOf(uid, sent), undefined)
  await addAlert(test.db, uid, buildTestAlert('Ada'))
  await addAlert(test.db, uid, buildTestAlert('Grace'))
  hub.onPublished(uid, 1)
  await expect.poll(() => sent).toEqual(['Ada', 'Grace'])

  await addAlert(test.db, uid, buildTestAlert('Lin'))
  hub.onPublished(uid, 2)
  hub.onPublished(uid, 3)

  await expect.poll(() => sent).toEqual(['Ada', 'Grace', 'Lin'])
  hub.stop()
})

/** Opens a hub that does not poll, because the poll would find the event a second later. */
function openHubWithoutPoll(db: Db) {
  const interval = vi.spyOn(globalThis, 'setInterval').mockReturnValue(setTimeout(() => undefined, 0))
  const hub = openFeedHub({ db, log: openLog('silent') })
  interval.mockRestore()
  return hub
}

/** A connection that notes the names in the events that it is sent. */
function socketOf(creatorUid: string, sent: string[]): FeedSocket {
  const note = (text: string | Buffer) => {
    const { data } = JSON.parse(String(text)) as { data?: { name: string } }
    if (data) sent.push(data.name)
  }
  return {
    tokenId: '00000000-0000-4000-8000-000000000001',
    creatorUid,
    isOpen: () => true,
    send: note,
    sendAll: async (texts) => texts.forEach(note),
    close: () => undefined,
    beat: () => undefined,
  }
}

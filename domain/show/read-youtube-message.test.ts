import { expect, test } from 'vitest'
import { readYoutubeMessage } from './read-youtube-message.ts'

const publishedAt = '2026-12-01T20:14:00.000Z'
const id = 'LCC.EhwKGkNQeVcyNGlFcTRvREZRTEF3Z1FkWXpjSG53'

/** As https://developers.google.com/youtube/v3/live/docs/liveChatMessages has them. */
const build = (type: string, details: object = {}, more: object = {}) => ({
  kind: 'youtube#liveChatMessage',
  id,
  snippet: {
    type,
    liveChatId: 'chat',
    authorChannelId: 'UC1',
    publishedAt,
    hasDisplayContent: true,
    ...details,
  },
  authorDetails: { channelId: 'UC1', displayName: 'Ada Lovelace', isChatSponsor: false },
  ...more,
})

test.each([
  [
    'superChatEvent',
    { superChatDetails: { amountMicros: '5500000', currency: 'EUR', userComment: 'Go!', tier: 3 } },
    { kind: 'superchat', quantity: 550, unit: 'eur', message: 'Go!' },
  ],
  [
    'superChatEvent',
    { superChatDetails: { amountMicros: '500000000', currency: 'JPY' } },
    { kind: 'superchat', quantity: 500, unit: 'jpy', message: '' },
  ],
  [
    'superChatEvent',
    { superChatDetails: { amountMicros: 100, currency: 'INR' } },
    { kind: 'superchat', message: '' },
  ],
  [
    'superChatEvent',
    { superChatDetails: { amountMicros: '100', currency: 'USD' } },
    { kind: 'superchat', message: '' },
  ],
  [
    'superStickerEvent',
    {
      superStickerDetails: {
        superStickerMetadata: { altText: 'A pear' },
        amountMicros: '2000000',
        currency: 'USD',
      },
    },
    { kind: 'superchat', quantity: 200, unit: 'usd' },
  ],
  [
    'newSponsorEvent',
    { newSponsorDetails: { memberLevelName: 'Friend', isUpgrade: true } },
    { kind: 'subscription' },
  ],
  [
    'memberMilestoneChatEvent',
    { memberMilestoneChatDetails: { memberLevelName: 'Friend', memberMonth: 7, userComment: 'Still here' } },
    { kind: 'subscription', quantity: 7, message: 'Still here' },
  ],
  [
    'membershipGiftingEvent',
    { membershipGiftingDetails: { giftMembershipsCount: 5 } },
    { kind: 'gift', quantity: 5 },
  ],
])('%s is read as YouTube documents it (%#)', (type, details, expected) => {
  expect(readYoutubeMessage(build(type, details))).toEqual({
    publishedAt: new Date(publishedAt),
    sent: { id, name: 'Ada Lovelace', ...expected },
  })
})

test.each([
  ['messageDeletedEvent', { messageDeletedDetails: { deletedMessageId: 'LCC.1' } }],
  ['messageRetractedEvent', { messageRetractedDetails: { retractedMessageId: 'LCC.1' } }],
])('%s takes an earlier message back', (type, details) => {
  expect(readYoutubeMessage(build(type, details, { authorDetails: undefined }))).toEqual({
    publishedAt: new Date(publishedAt),
    takenBack: 'LCC.1',
  })
})

test.each(['textMessageEvent', 'giftMembershipReceivedEvent', 'chatEndedEvent', 'tomorrowsEvent'])(
  '%s is nothing to show',
  (type) => {
    expect(readYoutubeMessage(build(type))).toEqual({ publishedAt: new Date(publishedAt) })
  },
)

test.each(['', ' ', '\u200b\u2060', '\u3164'])('a name that nobody sees is Anonymous (%#)', (displayName) => {
  const nobody = build('newSponsorEvent', {}, { authorDetails: { displayName } })
  expect(readYoutubeMessage(nobody).sent).toMatchObject({ name: 'Anonymous' })
})

test('a name that is too long is cut', () => {
  const long = build('newSponsorEvent', {}, { authorDetails: { displayName: 'x'.repeat(200) } })
  const { sent } = readYoutubeMessage(long)
  expect(sent && 'name' in sent && sent.name?.length).toBe(50)
})

test.each([
  null,
  {},
  build('superChatEvent'),
  build('superChatEvent', { superChatDetails: { amountMicros: '-5', currency: 'USD' } }),
  build('superChatEvent', { superChatDetails: { amountMicros: '1e9', currency: 'USD' } }),
  build('memberMilestoneChatEvent', { memberMilestoneChatDetails: { memberMonth: 0 } }),
  build('membershipGiftingEvent', { membershipGiftingDetails: { giftMembershipsCount: '5' } }),
  build('newSponsorEvent', { publishedAt: 'yesterday' }),
])('a message that is not as documented is refused (%#)', (item) => {
  expect(() => readYoutubeMessage(item)).toThrow()
})

import { expect, test } from 'vitest'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import { isRefusal, toNoticeId, toRefusal } from './notices.ts'

test.each([
  ['msg_banned', 'banned'],
  ['msg_channel_suspended', 'suspended'],
  ['tos_ban', 'suspended'],
  ['no_permission', 'noPermission'],
  ['msg_followersonly', 'followersOnly'],
  ['msg_followersonly_zero', 'followersOnly'],
  ['msg_subsonly', 'subscribersOnly'],
  ['msg_emoteonly', 'emoteOnly'],
  ['msg_verified_email', 'restricted'],
  ['msg_requires_verified_phone_number', 'restricted'],
  ['msg_rejected', 'rejected'],
  ['msg_rejected_mandatory', 'rejected'],
  ['msg_bad_characters', 'rejected'],
  ['msg_something_new', 'rejected'],
  ['unrecognized_cmd', 'rejected'],
])('after %s gives up with %s', (id, reason) => {
  expect(isRefusal(id)).toBe(true)
  expect(toRefusal(id, '')).toEqual(new GiveUpError(reason as GiveUpError['reason']))
})

test.each(['msg_ratelimit', 'msg_concurrent_channel_limit_reached'])('%s makes the channel wait', (id) => {
  expect(toRefusal(id, '')).toMatchObject({ scope: 'delivery', milliseconds: 5_000 })
})

test.each([
  ['msg_duplicate', 'identical to the previous one you sent, less than 30 seconds ago.', 31_000, 'duplicate'],
  ['msg_slowmode', 'You will be able to talk again in 12 seconds.', 13_000, 'slowMode'],
  ['msg_slowmode', 'in words of another year', 31_000, 'slowMode'],
  ['msg_timedout', 'You are timed out for 90 more seconds.', 91_000, 'timedOut'],
])('after %s (%s) the message waits', (id, text, milliseconds, reason) => {
  const refusal = toRefusal(id, text)
  expect(refusal).toBeInstanceOf(SlowDownError)
  expect(refusal).toMatchObject({ scope: 'delivery', milliseconds, reason })
})

test('gives up after a time-out of days', () => {
  expect(toRefusal('msg_timedout', 'You are timed out for 86400 more seconds.')).toEqual(
    new GiveUpError('timedOut'),
  )
})

test.each(['slow_on', 'followers_off', 'host_on', 'emote_only_on', 'room_mods'])(
  '%s is not a refusal',
  (id) => {
    expect(isRefusal(id)).toBe(false)
  },
)

test.each([
  ['followers_only_mode', 'followersOnly'],
  ['subs_only_mode', 'subscribersOnly'],
  ['emote_only_mode', 'emoteOnly'],
  ['user_banned', 'banned'],
  ['channel_suspended', 'suspended'],
  ['verified_phone_required', 'restricted'],
  ['msg_rejected', 'rejected'],
  ['something_new', 'rejected'],
  ['', 'rejected'],
])('a message that the API drops for “%s” is given up with %s', (code, reason) => {
  expect(toRefusal(toNoticeId(code), '')).toEqual(new GiveUpError(reason as GiveUpError['reason']))
})

test.each([
  ['user_timed_out', 'timedOut'],
  ['slow_mode', 'slowMode'],
  ['msg_duplicate', 'duplicate'],
])('a message that the API drops for “%s” waits', (code, reason) => {
  expect(toRefusal(toNoticeId(code), '')).toMatchObject({ reason, milliseconds: 31_000 })
})

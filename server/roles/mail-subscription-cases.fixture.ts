/** Requests with the link of an email to the creator, which `role-table.test.ts` sends as each role. */
import type { MailTopic } from '../../contract/mail-subscription.ts'
import { getNotificationPreferences } from '../../db/queries/notifications.ts'
import { makeUnsubscribeLink } from '../../domain/notifications/unsubscribe-link.ts'
import { makeSecretKeys } from '../../domain/secret-keys.fixture.ts'
import type { RouteCase } from '../role-table.ts'
import { post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

export const mailSubscriptionCases = {
  'POST /api/v1/account/mail-subscription': (world) => ({
    ...post('account/mail-subscription', { token: tokenOf(world, 'goals') }),
    effect: ({ body }) => equals(body, { topic: 'goals', isOn: true }),
  }),
  'POST /api/v1/account/mail-subscription | of a link that we did not make': (world) =>
    post('account/mail-subscription', { token: tokenOf(world, 'goals', makeSecretKeys()) }),
  'POST /api/v1/account/change-mail-subscription': (world) => ({
    ...post('account/change-mail-subscription', { token: tokenOf(world, 'goals'), isOn: false }),
    effect: async () => equals((await preferencesOf(world)).receiveGoalFunded, false),
  }),
  'POST /authentication/unsubscribe': (world) => ({
    method: 'POST',
    path: `/authentication/unsubscribe?token=${tokenOf(world, 'tips-and-goals')}`,
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    effect: async () =>
      equals(await preferencesOf(world), { receiveAllTips: false, receiveGoalFunded: false }),
  }),
} as const satisfies Partial<Cases<RouteCase>>

function tokenOf({ ctx, creator }: World, topic: MailTopic, secretsKey = ctx.config.secretsKey): string {
  const link = makeUnsubscribeLink({ ...ctx.config, secretsKey }, { uid: creator.uid, topic })
  return new URL(link).searchParams.get('token')!
}

const preferencesOf = ({ db, creator }: World) => getNotificationPreferences(db, creator.uid)

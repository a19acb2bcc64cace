/** What the reader of an email may change by its link, without a session. The notification preferences are the only record of it. */
import { AppError } from '../../contract/errors.ts'
import type { NotificationPreferences } from '../../contract/entities.ts'
import type { MailSubscription, MailTopic } from '../../contract/mail/mail-subscription.ts'
import type { Db } from '../../db/connection.ts'
import { findAccount } from '../../db/queries/accounts/accounts.ts'
import {
  getNotificationPreferences,
  updateNotificationPreferences,
} from '../../db/queries/notifications/notifications.ts'
import type { Config } from '../config/config.ts'
import { readFormerKeys } from '../security/former-keys.ts'
import { openUnsubscribeToken } from './unsubscribe-link.ts'
import type { MailReader } from './unsubscribe-link.ts'

interface Source {
  db: Db
  config: Pick<Config, 'secretsKey'>
}

const preferencesOf: Record<MailTopic, readonly (keyof NotificationPreferences)[]> = {
  tips: ['receiveAllTips'],
  goals: ['receiveGoalFunded'],
  'tips-and-goals': ['receiveAllTips', 'receiveGoalFunded'],
}

/** Returns what the token's email is about and whether emails about it are on. Throws AppError `not_found` for any other token. */
export async function readMailSubscription(source: Source, token: string): Promise<MailSubscription> {
  const { uid, topic } = await getReader(source, token)
  if (!(await hasAccount(source, uid))) return { topic, isOn: false }
  const preferences = await getNotificationPreferences(source.db, uid)
  return { topic, isOn: preferencesOf[topic].some((preference) => preferences[preference]) }
}

/**
 * Turns the notifications of the token's topic off or on, however often it is called. An erased account gets none, so only turning
 * them on fails. Throws AppError `not_found`.
 */
export async function changeMailSubscription(
  source: Source,
  token: string,
  isOn: boolean,
): Promise<MailSubscription> {
  const { uid, topic } = await getReader(source, token)
  if (await hasAccount(source, uid)) {
    const change = Object.fromEntries(preferencesOf[topic].map((preference) => [preference, isOn]))
    await updateNotificationPreferences(source.db, uid, change)
  } else if (isOn) throw new AppError('not_found')
  return { topic, isOn }
}

async function getReader({ db, config: { secretsKey } }: Source, token: string): Promise<MailReader> {
  const reader = openUnsubscribeToken(secretsKey, token) ?? (await openWithFormer())
  if (!reader) throw new AppError('not_found')
  return reader

  async function openWithFormer() {
    const [newest, ...others] = await readFormerKeys(db, secretsKey)
    return newest && openUnsubscribeToken([newest, ...others], token)
  }
}

async function hasAccount({ db }: Source, uid: string): Promise<boolean> {
  const account = await findAccount(db, uid)
  return account !== undefined && account.erasedAt === null
}

/** The link that lets the reader of an email stop emails like it. Nothing is stored: its token is the sealed account and topic. */
import { mailTopic, unsubscribePath } from '../../contract/mail/mail-subscription.ts'
import type { MailTopic } from '../../contract/mail/mail-subscription.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { seal, tryUnseal } from '../security/sealing.ts'

const context = 'unsubscribe'

/** The account that gets an email, and what the email is about. */
export interface MailReader {
  uid: string
  topic: MailTopic
}

/** Returns the link. It is valid for ever and tells nothing about the account. */
export function makeUnsubscribeLink(
  { publicUrl, secretsKey }: { publicUrl: string; secretsKey: SecretKeys },
  { uid, topic }: MailReader,
): string {
  const token = seal(secretsKey, `${topic} ${uid}`, context)
  return `${publicUrl}${unsubscribePath}?${new URLSearchParams({ token })}`
}

/** Reads a link's token; undefined when none of the keys sealed it. */
export function openUnsubscribeToken(keys: SecretKeys, token: string): MailReader | undefined {
  const [topic, uid] = tryUnseal(keys, token, context)?.split(' ') ?? []
  return uid === undefined ? undefined : { uid, topic: mailTopic.parse(topic) }
}

/** Writes the facts about a disputed tip, from our own records only. They are in English, because banks read them. */
import { createHash } from 'node:crypto'
import { formatMoney } from '../../../contract/money/money.ts'
import { termsVersion } from '../../../contract/payments/terms.ts'
import type { EvidenceRow } from '../../../db/queries/payments/disputes.ts'
import { m } from '../../../i18n/compiled/messages.js'
import type { EvidenceFacts } from '../provider/dispute-gateway.ts'

/** Of a longer message the evidence quotes the beginning, so that PayPal's 2,000 characters have room for the other facts. */
const maxQuoted = 200

/**
 * Writes the facts that can be sent to a provider. They leave out what only the creator may read: a private message, and who is
 * behind an anonymous tip. The hashed network is not among them either, because it proves nothing to anybody else.
 */
export function writeFacts(row: EvidenceRow, words = ''): EvidenceFacts {
  return {
    product: describeProduct(row),
    servedOn: (row.shownAt ?? row.capturedAt).toISOString().slice(0, 10),
    activity: listActivity(row).join('\n'),
    customer: row.isAnonymous ? undefined : toLine(row.supporterName),
    terms: describeTerms(row.termsVersion),
    words,
  }
}

/** Returns a hash of the facts and of the document, by which a confirmation proves which preview it is about. */
export function hashPreview(facts: EvidenceFacts, document: { hash: string } | undefined): string {
  const { product, servedOn, activity, customer, terms } = facts
  return createHash('sha256')
    .update(JSON.stringify([product, servedOn, activity, customer, terms, document?.hash]))
    .digest('hex')
}

function describeProduct({ displayName, userName, title, chargedMinor, currency }: EvidenceRow): string {
  const goal = title ? `, toward “${toLine(title)}”` : ''
  return `A voluntary tip of ${formatMoney(chargedMinor, currency)} to ${toLine(displayName)} (@${userName}) on Brimful${goal}. The service is the display of the tip on the creator’s live stream.`
}

function listActivity(row: EvidenceRow): string[] {
  const { returnedMinor, currency, earlierTips, earliestAt } = row
  return [
    `Ordered by the supporter: ${moment(row.orderedAt)}`,
    `Paid: ${moment(row.capturedAt)} (payment ${row.captureId})`,
    ...(row.receiptSentAt ? [`Receipt emailed to the supporter: ${moment(row.receiptSentAt)}`] : []),
    describeShown(row),
    ...row.chats.map(
      ({ destination, sentAt }) =>
        `Posted in the creator’s ${nameOf(destination)} chat: ${moment(new Date(sentAt))}`,
    ),
    ...describeMessage(row),
    ...(returnedMinor > 0 ? [`Already refunded: ${formatMoney(returnedMinor, currency)}`] : []),
    ...(earlierTips > 0 && earliestAt
      ? [
          `Earlier tips of the same account, neither disputed nor refunded: ${earlierTips}, since ${moment(earliestAt)}`,
        ]
      : []),
  ]
}

function describeShown({ shownAt, shownMs }: EvidenceRow): string {
  if (!shownAt) return 'Shown on the stream: not recorded'
  const duration = shownMs === null ? '' : `, for ${shownMs / 1000} s`
  return `Shown on the creator’s stream: ${moment(shownAt)}${duration}`
}

function describeMessage({ message, isPrivate }: EvidenceRow): string[] {
  if (!message) return []
  if (isPrivate) return ['The supporter wrote the creator a private message with the tip.']
  const characters = [...toLine(message)]
  const quoted =
    characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('')}…` : characters.join('')
  return [`Message that the supporter wrote for the stream: “${quoted}”`]
}

/** Returns a text of somebody else as part of a line, so that it cannot pass for a fact or end its quotation. */
function toLine(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[“”]/g, '"')
    .trim()
}

/** The current text of the terms is quoted only if the supporter agreed to that version. */
function describeTerms(version: string | null): string {
  if (!version) return 'The terms that the supporter agreed to are not recorded.'
  const agreed = `Before paying, the supporter agreed to Brimful’s terms of ${version}.`
  if (version !== termsVersion) return agreed
  const quote = m.policy_terms_07_text({}, { locale: 'en' })
  return `${agreed} They say about refunds: “${quote}”`
}

function nameOf(destination: string): string {
  const name = destination.replace('chat-', '')
  return name === 'youtube' ? 'YouTube' : name.charAt(0).toUpperCase() + name.slice(1)
}

function moment(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Lists disputes for their creator, and writes the evidence that the creator can send to the provider. */
import { AppError } from '../../../contract/errors.ts'
import type { Dispute, getDisputeEvidence } from '../../../contract/payments/statement-calls.ts'
import type { CallResponse } from '../../../contract/call.ts'
import { formatMoney } from '../../../contract/money/money.ts'
import type { Db } from '../../../db/connection.ts'
import { findEvidence, listDisputes } from '../../../db/queries/payments/disputes.ts'
import type { DisputeListRow, EvidenceRow } from '../../../db/queries/payments/disputes.ts'
import type { Mode } from '../../../db/schema.ts'

/** Returns all disputes of a creator's tips: open ones first, by deadline, then the others, latest first. */
export async function readDisputes(db: Db, creatorUid: string, mode: Mode): Promise<Dispute[]> {
  return (await listDisputes(db, creatorUid, mode)).map(toDispute)
}

/** Converts a row to what its creator sees: a deadline only while the dispute is open. */
export function toDispute({ openedAt, respondBy, ...row }: DisputeListRow): Dispute {
  return {
    ...row,
    openedAt: openedAt.toISOString(),
    respondBy: row.status === 'open' ? (respondBy?.toISOString() ?? null) : null,
  }
}

/**
 * Writes the evidence about a disputed tip of this creator as a text file: what was agreed and paid, the time, the (hashed)
 * network, and when the creator's overlay and chats showed the tip. Throws AppError `not_found`.
 */
export async function writeEvidence(
  db: Db,
  creatorUid: string,
  id: string,
): Promise<CallResponse<typeof getDisputeEvidence>> {
  const row = await findEvidence(db, creatorUid, id)
  if (!row) throw new AppError('not_found')
  const lines = factsOf(row).map(([label, fact]) => `${label}: ${fact}`)
  return {
    name: `brimful-dispute-${row.disputeId}.txt`,
    text: ['Evidence about a disputed tip', '', ...lines, ''].join('\n'),
  }
}

function factsOf(row: EvidenceRow): [label: string, fact: string][] {
  const chats = row.chats.map(({ destination, sentAt }) => `${destination.replace('chat-', '')} at ${sentAt}`)
  return [
    [
      'Dispute',
      `${row.disputeId} at ${row.provider}, opened ${row.openedAt.toISOString()}, reason ${row.reason || 'not stated'}`,
    ],
    ['Payment', `${row.captureId}, order ${row.providerOrderId}`],
    [
      'Amount',
      `${formatMoney(row.chargedMinor, row.currency)}; ${formatMoney(row.returnedMinor, row.currency)} of the tip was refunded`,
    ],
    [
      'What it was',
      `a voluntary tip to ${row.displayName} (@${row.userName})${row.title ? `, toward “${row.title}”` : ''}`,
    ],
    ['Ordered', row.orderedAt.toISOString()],
    ['Paid', row.capturedAt.toISOString()],
    ['Terms agreed to', row.termsVersion ?? 'not recorded'],
    ['Supporter', row.supporterName],
    ['Message', describeMessage(row)],
    ['Address of the supporter (keyed hash)', row.addressHash ?? 'not recorded'],
    ['Shown on the stream', describeShown(row)],
    ['Shown in chat', chats.join(', ') || 'nowhere'],
  ]
}

/** The file is for the provider, and a private message is for the creator alone. */
function describeMessage({ message, isPrivate }: EvidenceRow): string {
  if (!message) return 'none'
  return isPrivate ? 'private' : message
}

function describeShown({ shownAt, shownBy, shownMs }: EvidenceRow): string {
  if (!shownAt) return 'not confirmed by the creator’s overlay'
  const at = shownAt.toISOString()
  if (shownMs === null) return `${at}; for how long was not recorded`
  return `from ${at} for ${shownMs / 1000} s, by the creator’s active overlay ${shownBy}`
}

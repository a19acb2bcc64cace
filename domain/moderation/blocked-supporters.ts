/** Blocks and unblocks the supporters whose tips a creator refuses. */
import type { CallResponse } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import type { ErrorText } from '../../contract/errors.ts'
import type { BlockedSupporter, getBlockedSupporters } from '../../contract/payments/tip-rule-calls.ts'
import { anonymousName, isAnonymousName } from '../../contract/payments/tip.ts'
import type { Db } from '../../db/connection.ts'
import { findUidByUserName } from '../../db/queries/accounts/accounts.ts'
import * as rules from '../../db/queries/payments/tip-rules.ts'
import type { BlockedRow, NewBlock } from '../../db/queries/payments/tip-rules.ts'
import { toNameKey } from './name-key.ts'

type BlockedList = CallResponse<typeof getBlockedSupporters>

/** Lists the creator's blocked supporters, newest first. */
export async function listBlocked(db: Db, creatorUid: string): Promise<BlockedList> {
  return { supporters: (await rules.listBlocked(db, creatorUid)).map(toBlocked) }
}

/** Blocks the supporter of one of the creator's tips. Throws AppError `not_found` for a tip to another creator. */
export async function blockTipSupporter(db: Db, creatorUid: string, tipId: string): Promise<BlockedList> {
  const supporter = await rules.findTipSupporter(db, creatorUid, tipId)
  if (!supporter) throw new AppError('not_found')
  const { supporterUid, addressHash, isAnonymous } = supporter
  const name = isAnonymous ? anonymousName : supporter.supporterName
  const nameKey = supporterUid === null ? toNameKey(name) : null
  if (supporterUid === null && nameKey === null && addressHash === null) throw invalidName()
  return block(db, creatorUid, { name, supporterUid, nameKey, addressHash, tipId })
}

/** Blocks an account by its public name (`@name`), or guests by the name that they enter. Throws AppError `invalid_input`. */
export async function blockName(db: Db, creatorUid: string, name: string): Promise<BlockedList> {
  const userName = /^@([a-z0-9_]+)$/i.exec(name)?.[1]?.toLowerCase()
  const rest = { name, addressHash: null, tipId: null }
  if (userName === undefined) {
    const nameKey = toNameKey(name)
    if (nameKey === null) throw invalidName()
    return block(db, creatorUid, { ...rest, supporterUid: null, nameKey })
  }
  const supporterUid = await findUidByUserName(db, userName)
  if (!supporterUid || supporterUid === creatorUid) throw invalidName()
  return block(db, creatorUid, { ...rest, supporterUid, nameKey: null })
}

/** Unblocks a supporter. Throws AppError `not_found`, also for another creator's entry. */
export async function unblock(db: Db, creatorUid: string, id: string): Promise<BlockedList> {
  if (!(await rules.deleteBlock(db, creatorUid, id))) throw new AppError('not_found')
  return listBlocked(db, creatorUid)
}

async function block(db: Db, creatorUid: string, entry: NewBlock): Promise<BlockedList> {
  if (!(await rules.insertBlock(db, creatorUid, entry)))
    throw refused({ key: 'invalid_blocked_names_full', values: { count: rules.maxBlocked } })
  return listBlocked(db, creatorUid)
}

function invalidName(): AppError {
  return refused('invalid_blocked_name')
}

function refused(text: ErrorText): AppError {
  return new AppError('invalid_input', { text, fields: { name: text } })
}

/**
 * Converts an entry to what its creator may see. An entry for an anonymous supporter does not even reveal whether the supporter has
 * an account.
 */
function toBlocked({ id, name, isAccount, createdAt }: BlockedRow): BlockedSupporter {
  const kind = isAnonymousName(name) ? 'anonymous' : isAccount ? 'account' : 'guest'
  return { id, name, kind, at: createdAt.toISOString() }
}

/** The record of what happened to the security of an account, which its owner and admins read. */
import type { AccountEvent, AccountEventKind } from '../../contract/accounts/account-event.ts'
import { AppError } from '../../contract/errors.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Db } from '../../db/connection.ts'
import { insertAccountEvent, listAccountEvents } from '../../db/queries/accounts/account-events.ts'
import { describeDevice } from './device.ts'

const pageSize = 50

/** Returns fifty events of an account at most, those before `before` if that is given, the newest first. */
export async function readAccountEvents(
  db: Db,
  uid: string,
  { before, locale }: { before: number | undefined; locale: Locale },
): Promise<{ events: AccountEvent[]; next: number | null }> {
  const rows = await listAccountEvents(db, uid, { before, count: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  return {
    events: shown.map(({ id, kind, userAgent, at }) => ({
      id,
      kind,
      device: userAgent === null ? null : describeDevice(userAgent, locale),
      at: at.toISOString(),
    })),
    next: rows.length > pageSize ? shown.at(-1)!.id : null,
  }
}

const refusals: Partial<Record<ErrorCode, AccountEventKind>> = {
  wrong_password: 'confirmation-refused',
  wrong_code: 'code-refused',
  passkey_refused: 'passkey-refused',
  passkey_unknown: 'passkey-refused',
}

/**
 * Runs `prove`, which checks a password, a code or a passkey, and records a refusal. `db` must be outside of any transaction that the
 * refusal rolls back. Throws what `prove` throws.
 */
export async function recordRefusal<T>(
  db: Db,
  { uid, userAgent }: { uid: string; userAgent?: string | undefined },
  prove: () => Promise<T>,
): Promise<T> {
  try {
    return await prove()
  } catch (error) {
    const kind = error instanceof AppError ? refusals[error.code] : undefined
    if (kind) await insertAccountEvent(db, { uid, kind, userAgent })
    throw error
  }
}

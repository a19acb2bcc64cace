import type { CallResponse } from '../../contract/call.ts'
import type { listAdminActions } from '../../contract/admin/manage-calls.ts'
import type { Db } from '../../db/connection.ts'
import { listActions } from '../../db/queries/admin/admins.ts'

const pageSize = 50

/** Reads a page of what admins did, the latest first. */
export async function readAdminActions(
  db: Db,
  before: number | undefined,
): Promise<CallResponse<typeof listAdminActions>> {
  const rows = await listActions(db, { before, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  return {
    actions: shown.map(({ id, doneAt, adminUid, adminName, accountName, ...rest }) => ({
      ...rest,
      id,
      at: doneAt.toISOString(),
      by: adminName,
      isCommand: adminUid === null,
      account: accountName,
    })),
    next: rows.length > pageSize ? shown.at(-1)!.id : null,
  }
}

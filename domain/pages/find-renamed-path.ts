import type { Logger } from 'pino'
import { findNameProblem } from '../../contract/accounts/names.ts'
import type { Db } from '../../db/connection.ts'
import { findCurrentName } from '../../db/queries/accounts/former-names.ts'

/** A path that begins with a creator's name, for everybody or for signed-in users. */
const namedPath = /^(?<start>\/(?:user\/)?)(?<name>\w{3,30})(?<rest>(?:\/.*)?)$/i

/**
 * Returns the path of the same page under the creator's current name, if the path has a former one; undefined for any other path, and
 * while the database is unavailable.
 */
export async function findRenamedPath(
  { db, log }: { db: Db; log: Logger },
  path: string,
): Promise<string | undefined> {
  const { start, name = '', rest } = namedPath.exec(path)?.groups ?? {}
  const userName = name.toLowerCase()
  if (findNameProblem(userName) !== null) return undefined
  try {
    const current = await findCurrentName(db, userName)
    return current && `${start}${current}${rest}`
  } catch (error) {
    log.error(error, 'A page was served without looking for a former name')
    return undefined
  }
}

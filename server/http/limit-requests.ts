/** Takes the limits that calls and other routes declare, for the account or the network that makes a request. */
import type { Express, Request } from 'express'
import type { LimitName } from '../../contract/limits.ts'
import type { AccountLimits } from '../../domain/accounts/account-limits.ts'

const place = 'accountLimits'

/** Lets `takeLimits` count the requests to an application. */
export function setLimits(app: Express, limits: AccountLimits): void {
  app.locals[place] = limits
}

/** Counts a request for those of these limits that say whom they count. Throws AppError `rate_limited`. */
export async function takeLimits(
  { app, ip = '' }: Request,
  names: readonly LimitName[],
  uid: string | undefined,
): Promise<void> {
  if (names.length > 0) await (app.locals[place] as AccountLimits).takeDeclared(names, { uid, address: ip })
}

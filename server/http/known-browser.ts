/** Sets the cookie that identifies a browser to the accounts that have logged in there. It grants no access. */
import type { Request, Response } from 'express'
import { findDevice, rememberDevice } from '../../domain/accounts/known-devices.ts'
import type { DeviceAccount } from '../../domain/accounts/known-devices.ts'
import { deviceCookie } from './cookies.ts'
import type { SecretKeys } from '../../domain/config/secret-keys.ts'

export interface DeviceConfig {
  publicUrl: string
  secretsKey: SecretKeys
}

/** Returns the id of a request's browser if the account has logged in there before; otherwise undefined. */
export function deviceOf(
  { secretsKey }: DeviceConfig,
  req: Request,
  account: DeviceAccount,
): string | undefined {
  return findDevice(secretsKey, account, deviceCookie.read(req))
}

/** Sets the cookie that marks a request's browser as one where the account has logged in. */
export function rememberBrowser(
  config: DeviceConfig,
  req: Request,
  res: Response,
  account: DeviceAccount,
): void {
  deviceCookie.set(res, rememberDevice(config.secretsKey, account, deviceCookie.read(req)), config.publicUrl)
}

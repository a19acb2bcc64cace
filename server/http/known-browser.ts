/** The cookie by which a browser is known for the accounts that logged in there. It grants nothing. */
import type { Request, Response } from 'express'
import { findDevice, rememberDevice } from '../../domain/accounts/known-devices.ts'
import type { DeviceAccount } from '../../domain/accounts/known-devices.ts'
import { deviceCookie } from './cookies.ts'

export interface DeviceConfig {
  publicUrl: string
  secretsKey: Buffer
}

/** Returns the id under which the browser of a request is known for an account; undefined if it is not. */
export function deviceOf(
  { secretsKey }: DeviceConfig,
  req: Request,
  account: DeviceAccount,
): string | undefined {
  return findDevice(secretsKey, account, deviceCookie.read(req))
}

/** Makes the browser of a request known for an account. */
export function rememberBrowser(
  config: DeviceConfig,
  req: Request,
  res: Response,
  account: DeviceAccount,
): void {
  deviceCookie.set(res, rememberDevice(config.secretsKey, account, deviceCookie.read(req)), config.publicUrl)
}

/** The cookie by which a browser is known for the accounts that logged in there. It grants nothing. */
import type { Request, Response } from 'express'
import { findDevice, rememberDevice } from '../../domain/accounts/known-devices.ts'
import { deviceCookie } from './cookies.ts'

export interface DeviceConfig {
  publicUrl: string
  secretsKey: Buffer
}

/** Returns the id under which the browser of a request is known for an account; undefined if it is not. */
export function deviceOf({ secretsKey }: DeviceConfig, req: Request, email: string): string | undefined {
  return findDevice(secretsKey, email, deviceCookie.read(req))
}

/** Makes the browser of a request known for an account. */
export function rememberBrowser(config: DeviceConfig, req: Request, res: Response, email: string): void {
  deviceCookie.set(res, rememberDevice(config.secretsKey, email, deviceCookie.read(req)), config.publicUrl)
}

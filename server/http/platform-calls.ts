import { Router } from 'express'
import { allCalls } from '../../contract/calls.ts'
import { existsIn } from '../../contract/platform-calls.ts'
import type { Config } from '../../domain/config/config.ts'
import { rejectUnknownPath } from './errors.ts'

/** Responds with `not_found` to the calls that do not exist in solo mode, before anything else about them is decided. */
export function rejectPlatformCalls({ solo }: Config): Router {
  const router = Router()
  for (const call of allCalls)
    if (!existsIn(call, solo !== undefined))
      router[call.method === 'GET' ? 'get' : 'post'](`/${call.path}`, rejectUnknownPath)
  return router
}

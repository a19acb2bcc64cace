/** Routes about the installation: health, settings, testimonials and OpenAPI. */
import { Router } from 'express'
import { sql } from 'kysely'
import { browserPaths } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import { getAllTestimonials, getHealth, getSiteSettings } from '../../contract/site-calls.ts'
import type { Db } from '../../db/connection.ts'
import { listTestimonials } from '../../db/queries/testimonials.ts'
import { listWires, watchCall } from '../../db/wires.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { openapiDocument } from '../http/openapi.ts'

const healthTimeoutMs = 3000

/** Mounts the routes that a page calls before the visitor is identified. */
export function siteRoutes({ db, config }: AppContext): Router {
  const router = Router()
  const { publicUrl, supportEmail, socialUrl, isSandbox, google } = config
  const settings = {
    publicUrl,
    supportEmail,
    socialUrl,
    isSandbox,
    hasGoogle: Boolean(google),
  }
  const document = openapiDocument(publicUrl)

  handle(router, getHealth, async () => {
    if (!(await isAnswering(db))) throw new AppError('unavailable')
    return { status: 'ok' as const, wires: listWires() }
  })

  handle(router, getSiteSettings, async () => settings)
  handle(router, getAllTestimonials, () => listTestimonials(db))

  router.get(`/${browserPaths.openapi}`, (_req, res) => void res.json(document))

  return router
}

/** Returns whether Postgres responds before the health check times out. */
async function isAnswering(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((give) => {
    timer = setTimeout(give, healthTimeoutMs, false)
  })
  const answer = watchCall('postgres', sql`select 1`.execute(db)).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}

/** Routes about the installation: health, settings, testimonials and OpenAPI. */
import { Router } from 'express'
import { apiBase, browserPaths } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import { getAllTestimonials, getHealth, getSiteSettings } from '../../contract/pages/site-calls.ts'
import { findMaintenance } from '../../db/queries/admin/site-switches.ts'
import { listTestimonials } from '../../db/queries/pages/testimonials.ts'
import { listWires } from '../../db/wires.ts'
import type { AppContext } from '../context.ts'
import { asyncapiDocument } from '../http/asyncapi.ts'
import { handle } from '../http/handle.ts'
import { mountOther } from '../http/other-routes.ts'
import { openapiDocument, toolsDocument } from '../http/openapi.ts'
import { isAnswering } from '../http/readiness.ts'
import { toSiteSettings } from '../http/site-settings.ts'
import { findViewer } from '../http/viewer.ts'

/** Mounts the routes that a page calls before the visitor is identified. */
export function siteRoutes({ db, config }: AppContext): Router {
  const router = Router()
  const { publicUrl } = config
  const settings = toSiteSettings(config)
  const document = openapiDocument(config)

  handle(router, getHealth, async ({ req }) => {
    if (!(await isAnswering(db))) throw new AppError('unavailable')
    // Admins keep the whole site during maintenance, so that they can look at it and end it.
    if (
      (await findMaintenance(db)) &&
      (await findViewer({ db, publicUrl }, req.headers.cookie))?.role !== 'admin'
    )
      throw new AppError('unavailable')
    return { status: 'ok' as const, wires: listWires() }
  })

  handle(router, getSiteSettings, async () => settings)
  handle(router, getAllTestimonials, () => listTestimonials(db))

  const asyncapi = asyncapiDocument(publicUrl)
  mountOther(router, `GET ${apiBase}${browserPaths.asyncapi}`, (_req, res) => void res.json(asyncapi))
  mountOther(router, `GET ${apiBase}${browserPaths.openapi}`, (_req, res) => void res.json(document))
  const tools = toolsDocument(publicUrl)
  mountOther(router, `GET ${apiBase}${browserPaths.toolsOpenapi}`, (_req, res) => void res.json(tools))

  return router
}

/** Renders the public pages with the site's own code, which the build has put into one module. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import type { Locale } from '../../contract/locale.ts'
import type { Config } from '../../domain/config.ts'
import type { PublicRead } from '../http/handle.ts'

/** A page as HTML for its document, and its data as JSON. */
export interface RenderedPage {
  html: string
  data: string
}

/** The exports of `web/src/render.tsx`, which is no part of the server's own build. */
interface SiteModule {
  setUpSite(setup: { settings: object; answer: (path: string, query: unknown) => Promise<unknown> }): void
  renderPage(pathname: string, search: string, locale: Locale): Promise<RenderedPage>
}

export interface PageRenderer {
  /** Renders a page as anybody may see it; undefined if that fails or too many pages wait: then the browser has to render it. */
  render(pathname: string, search: string, locale: Locale): Promise<RenderedPage | undefined>
}

/** More pages than this are not rendered at once, so that a flood of addresses costs no more than documents do. */
const maxWaiting = 16

/** Opens the renderer that the build has put beside `publicDir`. Where there is none, it renders nothing. */
export function openPageRenderer(
  publicDir: string,
  { config, log }: { config: Config; log: Logger },
  reads: readonly PublicRead[],
): PageRenderer {
  const file = join(publicDir, '../render/render.js')
  if (!existsSync(file)) return { render: async () => undefined }
  const site = loadSite(file, config, reads)
  site.catch((error: unknown) => log.error(error, 'The site cannot be rendered'))
  let waiting = 0

  return {
    async render(pathname, search, locale) {
      if (waiting >= maxWaiting) return undefined
      waiting += 1
      try {
        return await (await site).renderPage(pathname, search, locale)
      } catch (error) {
        log.error(error, 'A page was served without being rendered')
        return undefined
      } finally {
        waiting -= 1
      }
    },
  }
}

async function loadSite(file: string, config: Config, reads: readonly PublicRead[]): Promise<SiteModule> {
  const site = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as SiteModule
  const byPath = new Map(reads.map(({ call, read }) => [call.path, read]))
  const { publicUrl, supportEmail, socialUrl, isSandbox, google } = config
  site.setUpSite({
    settings: { publicUrl, supportEmail, socialUrl, isSandbox, hasGoogle: Boolean(google) },
    async answer(path, query) {
      const read = byPath.get(path)
      if (!read) throw new Error(`A page needs ${path}, which is not a public read`)
      return read(query)
    },
  })
  return site
}

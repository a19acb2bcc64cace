/** Renders the public pages with the site's own code, which the build has put into one module. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import type { Locale } from '../../contract/locale.ts'
import type { Config } from '../../domain/config/config.ts'
import { toSiteSettings } from '../http/site-settings.ts'
import type { PublicRead } from '../http/handle.ts'

/** A page as HTML for its document, and its data as JSON. */
export interface RenderedPage {
  html: string
  data: string
}

/** The exports of `web/src/render.tsx`, which is not part of the server's own build. */
interface SiteModule {
  setUpSite(setup: { settings: object; answer: (path: string, query: unknown) => Promise<unknown> }): void
  renderPage(pathname: string, search: string, locale: Locale): Promise<RenderedPage>
}

/** The address of a page, and its language. */
export interface PageToRender {
  path: string
  search: string
  locale: Locale
}

export interface PageRenderer {
  /**
   * Renders a page as anybody may see it, from these reads; undefined if that fails or too many pages wait: then the browser has to
   * render it.
   */
  render(page: PageToRender, reads: readonly PublicRead[]): Promise<RenderedPage | undefined>
}

/** More pages than this are not rendered at once, so that a flood of addresses costs no more than documents do. */
const maxWaiting = 16

/** Opens the renderer that the build has put beside `publicDir`. Where there is none, it renders nothing. */
export function openPageRenderer(
  publicDir: string,
  { config, log }: { config: Config; log: Logger },
): PageRenderer {
  const file = join(publicDir, '../render/render.js')
  if (!existsSync(file)) return { render: async () => undefined }
  const site = loadSite(file, config)
  site.catch((error: unknown) => log.error(error, 'The site cannot be rendered'))
  let waiting = 0

  return {
    async render({ path, search, locale }, reads) {
      if (waiting >= maxWaiting) return undefined
      waiting += 1
      try {
        const { renderPage } = await site
        return await readsOfPage.run(reads, () => renderPage(path, search, locale))
      } catch (error) {
        log.error(error, 'A page was served without being rendered')
        return undefined
      } finally {
        waiting -= 1
      }
    },
  }
}

/** The reads of the page that is being rendered: several are at a time. */
const readsOfPage = new AsyncLocalStorage<readonly PublicRead[]>()

async function loadSite(file: string, config: Config): Promise<SiteModule> {
  const site = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as SiteModule
  site.setUpSite({
    settings: toSiteSettings(config),
    async answer(path, query) {
      const wanted = readsOfPage.getStore()?.find(({ call }) => call.path === path)
      if (!wanted) throw new Error(`A page needs ${path}, which is not a public read`)
      return wanted.read(query)
    },
  })
  return site
}

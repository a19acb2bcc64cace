/** Adds the data that only the server has to a built HTML document: the site's settings and the tags for link previews. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../contract/locale.ts'
import { coverSizes, sourcesOf } from '../../contract/pictures.ts'
import type { Config } from '../../domain/config.ts'
import { escapeHtml } from '../../domain/mail/render-email.ts'
import type { PageCard } from '../../domain/pages/page-card.ts'
import type { RenderedPage } from './page-renderer.ts'
import type { Theme } from '../http/theme.ts'

const titlePlaceholder = /<title>Brimful<\/title>/
const descriptionPlaceholder = /<meta\s+name="description"[^>]*>\s*/
const rootPlaceholder = /<html lang="en"/
/**
 * A placeholder in the landing page, which is rendered at build time, for the host of the site: see
 * `web/src/lib/site-document.ts`.
 */
const hostPlaceholder = '%SITE_HOST%'

/** The part of a built document that a rendered page replaces: the loading screen, and the note for browsers without scripts. */
const pagePlaceholder = /<!--page-->.*?<!--\/page-->\s*(?:<noscript>.*?<\/noscript>)?/s

export interface DocumentContent {
  card: PageCard
  locale: Locale
  theme?: Theme | undefined
  /** The page, if the server has rendered it; otherwise the browser does. */
  page?: RenderedPage | undefined
}

/** A built document in the parts between its placeholders, with the settings of the installation. */
interface Template {
  /** Up to the attribute of the language. */
  start: string
  /** Up to the title. */
  head: string
  /** Up to the page. */
  body: string
  /** What is shown until the browser has rendered the page. */
  loading: string
  end: string
}

/** Makes the document from a built file of `publicDir`. Every value of the content is escaped. */
export type FillDocument = (file: string, content: DocumentContent) => Promise<string>

/** Opens the built documents. Each is read once, because the files of a running server's build do not change. */
export function openDocuments(publicDir: string, config: Config): FillDocument {
  const templates = new Map<string, Promise<Template>>()

  function read(file: string): Promise<Template> {
    const known = templates.get(file)
    if (known) return known
    const template = readFile(join(publicDir, file), 'utf8').then((html) => toTemplate(html, config))
    templates.set(file, template)
    template.catch(() => templates.delete(file)) // the next request tries again
    return template
  }

  return async (file, { card, locale, theme, page }) => {
    const { start, head, body, loading, end } = await read(file)
    const root = `<html lang="${locale}"${settingsAttributes(config, theme)}`
    return (
      start +
      root +
      head +
      headTags(config.publicUrl, card) +
      body +
      (page ? pageElements(page) : loading) +
      end
    )
  }
}

function toTemplate(html: string, config: Config): Template {
  const host = escapeHtml(config.publicUrl.replace(/^https?:\/\//, ''))
  const own = html.replace(descriptionPlaceholder, '').replaceAll(hostPlaceholder, () => host)
  const [start, , afterRoot] = cut(own, rootPlaceholder)
  const [head, , afterTitle] = cut(afterRoot, titlePlaceholder)
  const [body, loading, end] = cut(afterTitle, pagePlaceholder)
  return { start, head, body, loading, end }
}

/** Returns what is before a placeholder, the placeholder, and what is after it. Without one, everything is before it. */
function cut(text: string, placeholder: RegExp): [before: string, found: string, after: string] {
  const found = placeholder.exec(text)
  if (!found) return [text, '', '']
  return [text.slice(0, found.index), found[0], text.slice(found.index + found[0].length)]
}

/** Returns the page and its data. In JSON, `<` occurs only in texts, where it can be escaped, so that no text ends the element. */
function pageElements({ html, data }: RenderedPage): string {
  const json = data.replaceAll('<', '\\u003c')
  return `<div id="root" data-drawn>${html}</div><script type="application/json" id="page-data">${json}</script>`
}

/** Returns the site's settings as `data-` attributes, so that no page needs a request for them. */
function settingsAttributes(
  { publicUrl, supportEmail, socialUrl, isSandbox, google }: Config,
  theme: Theme | undefined,
): string {
  const settings = {
    'site-url': publicUrl,
    'support-email': supportEmail,
    ...(socialUrl && { 'social-url': socialUrl }),
    ...(isSandbox && { sandbox: '' }),
    ...(google && { google: '' }),
    ...(theme && { theme }),
  }
  return Object.entries(settings)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')
}

/** The locales in the format of Open Graph. */
const territories = { en: 'en_GB', de: 'de_DE' } as const

/** Returns the title, and the tags from which sites and chats build a link preview (Open Graph, https://ogp.me; Twitter cards). */
function headTags(
  publicUrl: string,
  { locale, title, description, path, kind, image, creator }: PageCard,
): string {
  const address = path === undefined ? undefined : escapeHtml(publicUrl + path)
  const properties = {
    'og:site_name': 'Brimful',
    'og:locale': territories[locale],
    'og:type': kind,
    'og:title': title,
    'og:description': description,
    ...(image && {
      'og:image': publicUrl + image,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
    }),
  }
  const names = {
    description,
    'twitter:card': image ? 'summary_large_image' : 'summary',
    ...(image && { 'twitter:image': publicUrl + image }),
  }
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(address === undefined
      ? []
      : [`<link rel="canonical" href="${address}">`, `<meta property="og:url" content="${address}">`]),
    ...Object.entries(properties).map(
      ([key, value]) => `<meta property="${key}" content="${escapeHtml(value)}">`,
    ),
    ...Object.entries(names).map(([key, value]) => `<meta name="${key}" content="${escapeHtml(value)}">`),
    ...(creator ? preloadLinks(creator) : []),
  ].join('\n    ')
}

/** Preloads the cover of a creator's page, before the browser reaches it in the page. */
function preloadLinks({ coverImage }: NonNullable<PageCard['creator']>): string[] {
  if (!coverImage) return []
  const sources = sourcesOf(coverImage, 'cover')
  const choice = sources ? ` imagesrcset="${escapeHtml(sources)}" imagesizes="${coverSizes}"` : ''
  return [`<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(coverImage)}"${choice}>`]
}

/** Adds the data that only the server has to a built HTML document: the site's settings and the tags for link previews. */
import { readFile } from 'node:fs/promises'
import type { Locale } from '../../contract/locale.ts'
import { coverSizes, sourcesOf } from '../../contract/pictures.ts'
import type { Config } from '../../domain/config.ts'
import { escapeHtml } from '../../domain/mail/render-email.ts'
import type { PageCard } from '../../domain/pages/page-card.ts'
import type { RenderedPage } from './page-renderer.ts'
import type { Theme } from '../http/theme.ts'

const titlePlaceholder = '<title>Brimful</title>'
const descriptionPlaceholder = /<meta\s+name="description"[^>]*>\s*/
const rootPlaceholder = '<html lang="en"'
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

/** Reads a built document and inserts the site's settings, the page's card and the page. Every value is escaped. */
export async function readDocument(
  file: string,
  config: Config,
  { card, locale, theme, page }: DocumentContent,
): Promise<string> {
  const html = await readFile(file, 'utf8')
  const host = escapeHtml(config.publicUrl.replace(/^https?:\/\//, ''))
  return html
    .replace(rootPlaceholder, () => `<html lang="${locale}"${settingsAttributes(config, theme)}`)
    .replace(descriptionPlaceholder, '')
    .replace(titlePlaceholder, () => headTags(config.publicUrl, card))
    .replaceAll(hostPlaceholder, () => host)
    .replace(pagePlaceholder, (placeholder) => (page ? pageElements(page) : placeholder))
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

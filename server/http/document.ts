/** Adds the data that only the server has to a built HTML document: the site's settings and the tags for link previews. */
import { readFile } from 'node:fs/promises'
import { creatorPageCalls } from '../../contract/creator-page-calls.ts'
import { apiBase } from '../../contract/calls.ts'
import type { Locale } from '../../contract/locale.ts'
import { coverSizes, sourcesOf } from '../../contract/pictures.ts'
import type { Config } from '../../domain/config.ts'
import { escapeHtml } from '../../domain/mail/render-email.ts'
import type { PageCard } from '../../domain/pages/page-card.ts'

const titlePlaceholder = '<title>Brimful</title>'
const descriptionPlaceholder = /<meta\s+name="description"[^>]*>\s*/
const rootPlaceholder = '<html lang="en"'
/**
 * A placeholder in the landing page, which is rendered at build time, for the host of the site: see
 * `web/src/lib/site-document.ts`.
 */
const hostPlaceholder = '%SITE_HOST%'

/** Reads a built document and inserts the site's settings and the page's card. Every value is escaped. */
export async function readDocument(
  file: string,
  config: Config,
  { card, locale }: { card: PageCard; locale: Locale },
): Promise<string> {
  const html = await readFile(file, 'utf8')
  const host = escapeHtml(config.publicUrl.replace(/^https?:\/\//, ''))
  return html
    .replace(rootPlaceholder, () => `<html lang="${locale}"${settingsAttributes(config)}`)
    .replace(descriptionPlaceholder, '')
    .replace(titlePlaceholder, () => headTags(config.publicUrl, card))
    .replaceAll(hostPlaceholder, () => host)
}

/** Returns the site's settings as `data-` attributes, so that no page needs a request for them. */
function settingsAttributes({ publicUrl, supportEmail, socialUrl, isSandbox, google }: Config): string {
  const settings = {
    'site-url': publicUrl,
    'support-email': supportEmail,
    ...(socialUrl && { 'social-url': socialUrl }),
    ...(isSandbox && { sandbox: '' }),
    ...(google && { google: '' }),
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

/** Preloads the first requests and the cover image of a creator's page while the browser still loads the page's code. */
function preloadLinks({ userName, coverImage }: NonNullable<PageCard['creator']>): string[] {
  const calls = creatorPageCalls.map(
    ({ path }) =>
      `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${apiBase}${path}?username=${userName}">`,
  )
  if (!coverImage) return calls
  const sources = sourcesOf(coverImage, 'cover')
  const choice = sources ? ` imagesrcset="${escapeHtml(sources)}" imagesizes="${coverSizes}"` : ''
  return [`<link rel="preload" as="image" href="${escapeHtml(coverImage)}"${choice}>`, ...calls]
}

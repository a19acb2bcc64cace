/** Adds the data that only the server has to a built HTML document: the site's settings and the tags for link previews. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dateLocale } from '../../contract/locale.ts'
import type { Locale } from '../../contract/locale.ts'
import { coverSizes, sourcesOf } from '../../contract/pages/pictures.ts'
import type { Config } from '../../domain/config/config.ts'
import { escapeHtml } from '../../domain/mail/render-email.ts'
import type { PageCard } from '../../domain/pages/page-card.ts'
import type { RenderedPage } from './page-renderer.ts'
import type { Theme } from '../http/theme.ts'

const descriptionPlaceholder = /<meta\s+name="description"[^>]*>\s*/
/**
 * A placeholder in the landing page, which is rendered at build time, for the host of the site: see
 * `web/src/lib/pages/site-document.ts`.
 */
const hostPlaceholder = '%SITE_HOST%'

/** The parts of a built document that are replaced, in their order. */
const placeholders = {
  root: /<html lang="en"/,
  title: /<title>Brimful<\/title>/,
  /** The loading screen, and the note for browsers without scripts: a rendered page takes their place. */
  page: /<!--page-->.*?<!--\/page-->\s*(?:<noscript>.*?<\/noscript>)?/s,
}

export interface DocumentContent {
  card: PageCard
  locale: Locale
  theme?: Theme | undefined
  /** The page, if the server has rendered it; otherwise the browser does. */
  page?: RenderedPage | undefined
  /** What style elements of the page need, where its content policy says so. */
  nonce?: string | undefined
}

/** A built document: its texts, and between them the placeholders, in their order. */
type Template = readonly (string | { placeholder: 'root' | 'title' | 'page'; text: string })[]

/** Makes the document from a built file of `publicDir`. Every value of the content is escaped. */
export type FillDocument = (file: string, content: DocumentContent) => Promise<string>

/** Opens the built documents. Each is read and cut once, and again after a build has replaced it. */
export function openDocuments(publicDir: string, config: Config): FillDocument {
  const templates = new Map<string, { builtAt: number; template: Template }>()

  async function read(file: string): Promise<Template> {
    const path = join(publicDir, file)
    const { mtimeMs: builtAt } = await stat(path)
    const known = templates.get(file)
    if (known?.builtAt === builtAt) return known.template
    const template = toTemplate(await readFile(path, 'utf8'), config)
    templates.set(file, { builtAt, template })
    return template
  }

  return async (file, { card, locale, theme, page, nonce }) => {
    const fill = {
      root: () => `<html lang="${locale}"${settingsAttributes(config, theme)}`,
      title: () => nonceTag(nonce) + headTags(config.publicUrl, card),
      page: (text: string) => (page ? pageElements(page) : text),
    }
    const template = await read(file)
    return template
      .map((part) => (typeof part === 'string' ? part : fill[part.placeholder](part.text)))
      .join('')
  }
}

function toTemplate(html: string, config: Config): Template {
  const host = escapeHtml(config.publicUrl.replace(/^https?:\/\//, ''))
  let rest = html.replace(descriptionPlaceholder, '').replaceAll(hostPlaceholder, () => host)
  const template: Template[number][] = []
  for (const placeholder of ['root', 'title', 'page'] as const) {
    const found = placeholders[placeholder].exec(rest)
    if (!found) continue
    const [text] = found
    template.push(rest.slice(0, found.index), { placeholder, text })
    rest = rest.slice(found.index + text.length)
  }
  return [...template, rest]
}

/** Returns the page and its data. In JSON, `<` occurs only in texts, where it can be escaped, so that no text ends the element. */
function pageElements({ html, data }: RenderedPage): string {
  const json = data.replaceAll('<', '\\u003c')
  return `<div id="root" data-drawn>${html}</div><script type="application/json" id="page-data">${json}</script>`
}

/** Returns the site's settings as `data-` attributes, so that no page needs a request for them. */
function settingsAttributes(
  { publicUrl, supportEmail, socialUrl, isSandbox, google, serviceFeePercent, solo }: Config,
  theme: Theme | undefined,
): string {
  const settings = {
    'site-url': publicUrl,
    'support-email': supportEmail,
    'fee-percent': String(serviceFeePercent),
    ...(socialUrl && { 'social-url': socialUrl }),
    ...(isSandbox && { sandbox: '' }),
    ...(google && { google: '' }),
    ...(solo && { solo: solo.userName }),
    ...(solo?.hasSupporterAccounts && { 'supporter-accounts': '' }),
    ...(theme && { theme }),
  }
  return Object.entries(settings)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')
}

/** Returns the tag that `web/src/ui/dialog.tsx` reads the nonce from. Browsers hide the attribute from style sheets, which could send it elsewhere. */
function nonceTag(nonce: string | undefined): string {
  return nonce === undefined ? '' : `<meta property="csp-nonce" nonce="${nonce}">\n    `
}

/** Returns the title, and the tags that sites and chats build a link preview from (Open Graph, https://ogp.me; Twitter cards). */
function headTags(
  publicUrl: string,
  { locale, title, description, path, kind, image, creator }: PageCard,
): string {
  const address = path === undefined ? undefined : escapeHtml(publicUrl + path)
  const properties = {
    'og:site_name': 'Brimful',
    'og:locale': dateLocale(locale).replace('-', '_'),
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

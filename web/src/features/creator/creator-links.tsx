import { Link2 } from 'lucide-react'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Glyph } from '../../ui/glyphs.tsx'
import type { GlyphName } from '../../ui/glyphs.tsx'

interface OutsideLink {
  url: string
  label: string
  glyph: GlyphName | null
}

/** The creator's links to other platforms, as round buttons. Renders nothing when there are none. */
export function CreatorLinks({ creator }: { creator: ViewedCreator }) {
  const links = listLinks(creator)
  if (links.length === 0) return null
  return (
    <ul
      aria-label={m.creator_links({ name: creator.displayName })}
      className="flex flex-wrap gap-1 sm:justify-end"
    >
      {links.map(({ url, label, glyph }) => (
        <li key={url}>
          <a
            href={url}
            aria-label={label}
            title={label}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="grid size-11 place-items-center rounded-full border border-line bg-card hover:border-ink/30"
          >
            {glyph ? <Glyph name={glyph} /> : <Link2 aria-hidden className="size-5" />}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Keeps only http and https addresses, because creators type these links themselves. */
function listLinks(creator: ViewedCreator): OutsideLink[] {
  const named = [
    { url: creator.ytURL, label: 'YouTube', glyph: 'youtube' as const },
    { url: creator.twitterURL, label: 'X', glyph: 'x' as const },
    { url: creator.instaURL, label: 'Instagram', glyph: 'instagram' as const },
    { url: creator.fbURL, label: 'Facebook', glyph: 'facebook' as const },
  ]
  const free = creator.socialLinks.map((url) => ({ url, label: hostOf(url), glyph: glyphOf(url) }))
  const seen = new Set<string>()
  return [...named, ...free].flatMap((link) => {
    if (!link.url || !/^https?:\/\//i.test(link.url) || seen.has(link.url)) return []
    seen.add(link.url)
    return [{ ...link, url: link.url }]
  })
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
}

function glyphOf(url: string): GlyphName | null {
  return /(^|\.)twitch\.tv$/.test(hostOf(url)) ? 'twitch' : null
}

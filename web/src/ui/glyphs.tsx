export type GlyphName = 'youtube' | 'twitch' | 'discord' | 'x' | 'instagram' | 'facebook'

/** The logos of the platforms in one colour, hidden from screen readers. */
export function Glyph({ name, className = 'size-5' }: { name: GlyphName; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className={className}>
      {shapes[name]}
    </svg>
  )
}

const shapes = {
  youtube: (
    <path
      fillRule="evenodd"
      d="M5 5h14a3.5 3.5 0 0 1 3.5 3.5v7A3.5 3.5 0 0 1 19 19H5a3.5 3.5 0 0 1-3.5-3.5v-7A3.5 3.5 0 0 1 5 5zm5 3.6v6.8l5.8-3.4z"
    />
  ),
  twitch: (
    <path
      fillRule="evenodd"
      d="M4.6 2 3 5.9V19h5v3h3l3-3h3.6L22 14.4V2zm1.9 2H20v9.5L17.2 16h-4.4L10 18.7V16H6.5zM10.6 7.3v5h1.9v-5zm4.8 0v5h1.9v-5z"
    />
  ),
  discord: (
    <path
      fillRule="evenodd"
      d="M8.5 4.5 9 5.4a14 14 0 0 1 6 0l.5-.9c1.6.3 3 .8 4.2 1.5 1.9 3.1 2.8 6.4 2.6 10.2a15 15 0 0 1-5.1 2.6l-1.2-2c-2.6.8-5.4.8-8 0l-1.2 2a15 15 0 0 1-5.1-2.6C1.5 12.4 2.4 9.1 4.3 6c1.2-.7 2.6-1.2 4.2-1.5zM8.7 10.3c-1 0-1.7.9-1.7 2s.7 2 1.7 2 1.7-.9 1.7-2-.7-2-1.7-2zm6.6 0c-1 0-1.7.9-1.7 2s.7 2 1.7 2 1.7-.9 1.7-2-.7-2-1.7-2z"
    />
  ),
  x: (
    <path d="M3 3h5.6l4.3 6 5-6h2.5l-6.4 7.6L21 21h-5.6l-4.7-6.5L5.2 21H2.7l6.9-8.2zm3.5 1.8 9.9 14.4h1.2L7.8 4.8z" />
  ),
  instagram: (
    <path
      fillRule="evenodd"
      d="M8 2h8a6 6 0 0 1 6 6v8a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6zm0 2a4 4 0 0 0-4 4v8a4 4 0 0 0 4 4h8a4 4 0 0 0 4-4V8a4 4 0 0 0-4-4zm4 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zm5.3-3.5a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z"
    />
  ),
  facebook: (
    <path d="M13.6 22v-8.2h2.9l.5-3.5h-3.4V8.1c0-1 .4-1.7 1.8-1.7h1.7V3.2c-.5-.1-1.4-.2-2.4-.2-2.7 0-4.5 1.6-4.5 4.5v2.8H7.3v3.5h2.9V22z" />
  ),
}

/** Lays out the preview picture of a link as boxes for Satori (a subset of CSS: https://github.com/vercel/satori#css). */
import type { ReactElement } from 'react'

export interface CardWords {
  title: string
  line: string
  name: string
  /** How full the drawn vessel is, from 0 to 1. For a goal it is the goal's progress. */
  level: number
}

type Style = Record<string, string | number>

const heading = 'Bricolage, Bricolage Ext'
const body = 'Figtree, Figtree Ext'
const glass = { width: 250, height: 400, flexShrink: 0 }

/** Returns the layout, with text on the left and the vessel on the right. */
export function layOutCard({ title, line, name, level }: CardWords): ReactElement {
  return box(
    {
      width: '100%',
      height: '100%',
      boxSizing: 'border-box',
      padding: '64px 76px',
      alignItems: 'center',
      justifyContent: 'space-between',
      background: '#fffbf5',
      color: '#1b1530',
      fontFamily: body,
    },
    box(
      { flexDirection: 'column', justifyContent: 'space-between', width: 700, height: '100%' },
      box({ fontSize: 34, color: '#5d5570' }, name),
      box(
        { flexDirection: 'column' },
        box(
          {
            display: 'block',
            fontFamily: heading,
            fontSize: title.length > 44 ? 58 : 78,
            fontWeight: 800,
            lineHeight: 1.08,
            lineClamp: 4,
            wordBreak: 'break-word',
          },
          title,
        ),
        box({ marginTop: 26, fontSize: 38, color: '#b23a1c' }, line),
      ),
      box({ fontFamily: heading, fontSize: 40, fontWeight: 800 }, 'Brimful'),
    ),
    vessel(level),
  )
}

function vessel(level: number): ReactElement {
  const share = Math.min(Math.max(level, 0.04), 1)
  return box(
    {
      ...glass,
      alignItems: 'flex-end',
      overflow: 'hidden',
      borderRadius: 54,
      border: '7px solid #d8c9b8',
      background: '#fff0dd',
    },
    box({
      width: '100%',
      height: `${Math.round(share * 100)}%`,
      background: 'linear-gradient(180deg, #ffb020, #ff6b4a)',
    }),
  )
}

function box(style: Style, ...children: (ReactElement | string)[]): ReactElement {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } }
}

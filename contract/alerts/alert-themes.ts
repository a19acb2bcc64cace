/**
 * Our own designs of alerts. Each is drawn in its folder of `overlay/src/themes/`, and described by `style_theme_name` and
 * `style_theme_hint` in the catalogues. This file has no schema, so that the overlay's bundle does not include Zod.
 */

interface Theme {
  /** Where the theme was meant to be in the picture. */
  place: string
  font: string
  /** The colours of its original design. */
  colors: Record<'text' | 'accent' | 'fill' | 'ground', string>
}

/** Each theme by its name, in the order that creators see. */
export const alertThemes = {
  liquid: {
    place: 'top',
    font: 'bricolage',
    colors: { text: '#ffffff', accent: '#ffc457', fill: '#ff6b4a', ground: '#1b1530' },
  },
  ticket: {
    place: 'top-right',
    font: 'figtree',
    colors: { text: '#1b1530', accent: '#6c4cf1', fill: '#ff6b4a', ground: '#fffbf5' },
  },
  arcade: {
    place: 'top',
    font: 'bricolage',
    colors: { text: '#f6f1ff', accent: '#3df2c4', fill: '#ff4fa3', ground: '#120c2e' },
  },
  banner: {
    place: 'bottom',
    font: 'bricolage',
    colors: { text: '#ffffff', accent: '#ffd166', fill: '#6c4cf1', ground: '#17122b' },
  },
  neon: {
    place: 'center',
    font: 'figtree',
    colors: { text: '#eaf6ff', accent: '#ff5a6b', fill: '#2fb4ff', ground: '#06080f' },
  },
  comic: {
    place: 'top-left',
    font: 'bricolage',
    colors: { text: '#17120d', accent: '#e0182d', fill: '#ffd60a', ground: '#ffffff' },
  },
  bloom: {
    place: 'bottom-left',
    font: 'bricolage',
    colors: { text: '#f6f3e4', accent: '#ffb3c7', fill: '#7fc46b', ground: '#143629' },
  },
  sky: {
    place: 'top-right',
    font: 'figtree',
    colors: { text: '#0f2b4c', accent: '#0a62c4', fill: '#ff9a3d', ground: '#d8eeff' },
  },
} as const satisfies Record<string, Theme>

export type AlertTheme = keyof typeof alertThemes

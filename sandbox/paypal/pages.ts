/** How the stand-in's web pages look: a quiet wallet. */
import { pagesOf, styleSheetOf } from '../provider-page.ts'

export const page = pagesOf({ name: 'PayPal', mark: 'P', base: '/paypal', means: 'account' })

export const styleSheet = styleSheetOf({
  ink: '#1c2430',
  ground: '#eef2f7',
  brand: '#003087',
  tag: '#ffc439',
  quiet: '#5a6575',
  edge: '#8a94a3',
  line: '#dde3ea',
  hover: '#f2f5f9',
  primary: '#0057b8',
  primaryHover: '#003f88',
  ring: '#ffc439',
  radius: '2rem',
})

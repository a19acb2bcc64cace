/** Lays out the PayPal stand-in's pages. */
import { createPage } from '../page.ts'

export const page = createPage({
  name: 'PayPal',
  mark: 'P',
  never: 'account',
  ink: '#1c2430',
  ground: '#eef2f7',
  brand: '#003087',
  tag: '#ffc439',
  primary: '#0057b8',
  radius: '2rem',
  width: '30rem',
})

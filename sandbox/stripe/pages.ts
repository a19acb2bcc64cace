/** How the stand-in's web pages look: a plain checkout. */
import { pagesOf, styleSheetOf } from '../provider-page.ts'

export const page = pagesOf({ name: 'Stripe', mark: 'S', base: '/stripe', means: 'card' })

/** What an amount looks like to the payer. */
export function showMinor(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}

export const styleSheet = styleSheetOf({
  ink: '#1a1f36',
  ground: '#f6f8fa',
  brand: '#4b3fd6',
  tag: '#ffd58a',
  quiet: '#596171',
  edge: '#8792a2',
  line: '#e3e8ee',
  hover: '#f2f4f8',
  primary: '#4b3fd6',
  primaryHover: '#3a2fb8',
  ring: '#ffb020',
  radius: '.5rem',
})

/** Lays out the Stripe stand-in's pages, and formats amounts for them. */
import { createPage } from '../page.ts'
import { minorPerUnit } from './tariff.ts'

export const page = createPage({
  name: 'Stripe',
  mark: 'S',
  never: 'card',
  ink: '#1a1f36',
  ground: '#f6f8fa',
  brand: '#4b3fd6',
  tag: '#ffd58a',
  primary: '#4b3fd6',
  radius: '.5rem',
  width: '30rem',
})

/** Returns an amount in minor units as the payer reads it. */
export function formatMinor(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(
    amount / minorPerUnit(currency),
  )
}

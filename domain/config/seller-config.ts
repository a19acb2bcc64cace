/** The variables that say who issues invoices about the service fee, and the VAT on them: docs/platform-books.md. */
import * as z from 'zod'
import { countries, isInEu, vatPrefixOf } from '../../contract/payments/countries.ts'
import type { Seller } from '../../contract/payments/invoice.ts'
import { text, whole } from './variable-kinds.ts'

const rates = /^[A-Z]{2}=\d{1,2}(\.\d{1,2})?(,[A-Z]{2}=\d{1,2}(\.\d{1,2})?)*$/

export const sellerVariables = {
  SELLER_NAME: text(
    'switches invoices for the service fee on: the operator’s legal name. Without it no month is closed ([platform-books](platform-books.md))',
  ),
  SELLER_ADDRESS: {
    ...text('the operator’s address, with `|` between its lines'),
    example: '1 High Street|Dublin',
  },
  SELLER_COUNTRY: {
    schema: z.enum(countries as [string, ...string[]]).optional(),
    must: 'be the code of a country, like IE',
    about: 'the operator’s country',
    example: 'IE',
  },
  SELLER_VAT_ID: {
    schema: z
      .string()
      .regex(/^[A-Z]{2}[A-Z0-9]{2,13}$/)
      .optional(),
    must: 'be a VAT id without spaces, like IE1234567X',
    about: 'the operator’s VAT id; without it invoices have no VAT',
    example: 'IE1234567X',
  },
  VAT_RATES: {
    schema: z.string().regex(rates).optional(),
    must: 'be countries with rates, like IE=23,DE=19',
    about:
      'the rates of VAT in per cent, of each country where the operator owes VAT for services to consumers',
    example: 'IE=23,DE=19',
  },
  INVOICE_YEARS: whole('for how many years after the year of an invoice whom it is for is kept', 1, 30, 10),
}
type Schemas = { [N in keyof typeof sellerVariables]: (typeof sellerVariables)[N]['schema'] }
type SellerEnvironment = z.output<z.ZodObject<Schemas>>

export interface Invoicing {
  seller: Omit<Seller, 'email'>
  /** Rates of VAT by country, in hundredths of a percent. */
  vatRates: ReadonlyMap<string, number>
  /** How many years after its issue an invoice keeps its recipient. */
  keptYears: number
}

/** Returns who issues invoices; undefined where nobody is configured. */
export function readSeller(env: SellerEnvironment): Invoicing | undefined {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_COUNTRY: country } = env
  if (!name || !address || !country) return undefined
  const lines = address.split('|').map((line) => line.trim())
  return {
    seller: { name, address: lines, country, vatId: env.SELLER_VAT_ID ?? null },
    vatRates: readRates(env.VAT_RATES),
    keptYears: env.INVOICE_YEARS,
  }
}

/** Returns one sentence for each contradiction of the variables with each other. */
export function findSellerFaults({ SELLER_COUNTRY: country, ...env }: SellerEnvironment): string[] {
  if (!country || !env.SELLER_VAT_ID || !(isInEu(country) || country === 'GB')) return []
  const faults = []
  if (!env.SELLER_VAT_ID.startsWith(vatPrefixOf(country)))
    faults.push('SELLER_VAT_ID must be one of SELLER_COUNTRY.')
  if (!readRates(env.VAT_RATES).has(country)) faults.push('VAT_RATES must have the rate of SELLER_COUNTRY.')
  return faults
}

function readRates(given: string | undefined): ReadonlyMap<string, number> {
  const pairs = given?.split(',').map((pair) => pair.split('=') as [string, string]) ?? []
  return new Map(pairs.map(([country, percent]) => [country, Math.round(Number(percent) * 100)]))
}

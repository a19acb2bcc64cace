/** The tables of where creators are paid, as Kysely sees them. */
import type { Generated } from 'kysely'
import type { Provider, Time } from './column-types.ts'

interface PayoutAccountTable {
  uid: string
  provider: Provider
  providerAccountId: string
  email: string | null
  isReady: Generated<boolean>
  /** The provider takes no payments for it until something is put right there. */
  isRestricted: Generated<boolean>
  createdAt: Time
}

interface PayoutOnboardingTable {
  uid: string
  provider: Provider
  reference: string
  createdAt: Time
}

export interface PayoutTables {
  payoutAccount: PayoutAccountTable
  payoutOnboarding: PayoutOnboardingTable
}

/**
 * The calls of an installation with many creators: they find creators, connect accounts, and are about the service fee. In solo mode they
 * do not exist.
 */
import type { CallDefinition } from './call.ts'
import * as account from './accounts/account-calls.ts'
import { becomeCreator } from './accounts/profile-calls.ts'
import * as admin from './admin/admin-calls.ts'
import * as siteAdmin from './admin/site-admin-calls.ts'
import { getAllTestimonials } from './pages/site-calls.ts'
import * as invoices from './payments/invoice-calls.ts'
import * as payouts from './payments/payout-calls.ts'

const platformCalls: readonly CallDefinition[] = [
  account.getFeaturedCreators,
  account.getAllCreators,
  account.getAllCreatorsForTags,
  account.getAllCreatorsForSearch,
  becomeCreator,
  getAllTestimonials,
  siteAdmin.saveTestimonial,
  siteAdmin.orderTestimonials,
  payouts.connectStripe,
  payouts.connectPaypal,
  payouts.disconnectPayoutAccount,
  payouts.refreshPayoutAccount,
  invoices.getInvoices,
  invoices.downloadInvoice,
  invoices.getBillingDetails,
  invoices.saveBillingDetails,
  admin.getPlatformMonth,
  admin.downloadPlatformEntries,
  admin.downloadPlatformInvoices,
  admin.findInvoices,
  admin.downloadAnyInvoice,
  admin.listVatIds,
  admin.checkVatId,
]

/** Returns whether a call exists in this mode: `isSolo` says whether the installation has one creator. */
export function existsIn(call: CallDefinition, isSolo: boolean): boolean {
  return !isSolo || !platformCalls.includes(call)
}

/** The limits that several calls name together. */
import type { LimitName } from './limits.ts'

// A build of the site can leave out what only pure calls make, and pages need no limits.
const join = (...lists: (readonly LimitName[])[]): readonly LimitName[] => lists.flat()

/** A provider reports a declined payment in its response to a look-up or a capture, or by a webhook. */
export const declineLimits: readonly LimitName[] = [
  'order failed-network',
  'order failed-account',
  'order failed-order',
  'order failed-card',
  'order failed-creator',
  'order wait',
]
export const lookUpLimits = /* @__PURE__ */ join(['order look-up', 'order look-up-network'], declineLimits)
export const openingLimits = /* @__PURE__ */ join(
  ['order open-network', 'order open-account', 'order open-creator', 'order proof'],
  lookUpLimits,
)
export const uploadLimits: readonly LimitName[] = [
  'account upload-try',
  'account upload-net',
  'account upload',
]
export const logInLimits: readonly LimitName[] = [
  'log-in device',
  'log-in pair',
  'log-in net',
  'log-in account',
  'log-in code',
  'log-in proof',
]

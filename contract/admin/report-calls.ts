/** Reports by visitors about a creator's public pages, and the calls that admins use to decide about them. */
import * as z from 'zod/mini'
import { email } from '../accounts/account-fields.ts'
import { adminCall, publicCall } from '../call.ts'
import { isoTime, userName } from '../entities.ts'
import { reason as actionReason } from './manage-calls.ts'
import { solvedProof } from '../proof.ts'
import { tipTextLimits } from '../payments/tip.ts'
import { shownName } from '../shown-name.ts'
import { plainText } from '../text.ts'

/** Why something is reported: grounds that notices under article 16 of Regulation (EU) 2022/2065 usually name. */
export const reportReason = z.enum([
  'fraud',
  'impersonation',
  'hate',
  'harassment',
  'sexual',
  'privacy',
  'illegal',
  'other',
])
export type ReportReason = z.output<typeof reportReason>

export const reportLimits = { details: 1000 } as const

export const sendReport = publicCall.post('account/report', {
  summary:
    'Reports a creator’s page, one of its goals (`goalId`), or a name in its public lists (`name`) to the admins. The creator never learns by whom.',
  costs: 'a row, with a proof of work of 3 to 7 ms',
  limits: ['account report', 'log-in proof'],
  body: z.object({
    username: userName,
    goalId: z.optional(z.uuid()),
    name: z.optional(shownName(tipTextLimits.name).check(z.minLength(1))),
    reason: reportReason,
    details: plainText(reportLimits.details),
    /** An email address for questions; empty for none. */
    contact: z.union([z.literal(''), email]),
    /** The solution of the challenge that came with the error `proof_required`. */
    proof: z.optional(solvedProof),
  }),
})

/** What an admin decides. `hide` is for goals and names, `suspend` suspends the creator. */
export const reportDecision = z.enum(['dismiss', 'hide', 'suspend'])
export type ReportDecision = z.output<typeof reportDecision>

export const reportedCase = z.object({
  id: z.uuid(),
  /** The creator's user name. */
  creator: z.string(),
  goal: z.nullable(z.object({ id: z.uuid(), title: z.string(), description: z.string() })),
  name: z.nullable(z.string()),
  /** How many reports there were. `latest` has at most twenty of them. */
  reports: z.int(),
  openedAt: isoTime,
  decision: z.nullable(reportDecision),
  decidedAt: z.nullable(isoTime),
  /** Whether the goal or name is hidden now, or the creator is suspended. */
  isHidden: z.boolean(),
  latest: z.array(
    z.object({
      at: isoTime,
      reason: reportReason,
      details: z.string(),
      contact: z.nullable(z.string()),
    }),
  ),
})
export type ReportedCase = z.output<typeof reportedCase>

export const listReports = adminCall.get('admin/reports', {
  summary: 'Open cases, the oldest first, and the latest that were decided; twenty of each.',
  costs: 'at most forty cases with twenty reports each, for admins only',
  response: z.object({ open: z.array(reportedCase), decided: z.array(reportedCase) }),
})

export const decideReport = adminCall.post('admin/decide-report', {
  summary: 'Decides about an open case. Recorded.',
  body: z.object({ id: z.uuid(), decision: reportDecision, reason: actionReason }),
})

export const showAgain = adminCall.post('admin/show-again', {
  summary: 'Shows a hidden goal or name of a decided case again. Recorded.',
  body: z.object({ id: z.uuid(), reason: actionReason }),
})

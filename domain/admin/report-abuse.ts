import { AppError } from '../../contract/errors.ts'
import type { ReportReason } from '../../contract/admin/report-calls.ts'
import type { SolvedProof } from '../../contract/proof.ts'
import type { Db } from '../../db/connection.ts'
import { insertReport } from '../../db/queries/moderation/abuse-cases.ts'
import { findPublicCreator } from '../../db/queries/accounts/accounts.ts'
import { findPublicGoal } from '../../db/queries/goals/goals.ts'
import { requireWork } from '../security/require-work.ts'
import type { WorkProof } from '../security/proof-of-work.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

interface ReportContext {
  db: Db
  accountLimits: { takeNetwork(rule: 'report', address: string): Promise<void> }
  limits: { useProof(signature: string): Promise<boolean> }
  /** Undefined where proofs of work are switched off. */
  workProof: WorkProof | undefined
  config: { secretsKey: SecretKeys }
}

/** What a visitor reports, and why. */
export interface AbuseReport {
  userName: string
  goalId: string | undefined
  name: string | undefined
  reason: ReportReason
  details: string
  /** Empty for none. */
  contact: string
}

/** Twice the easiest proof of work: four seconds on a cheap phone on average. */
const work = 2

/**
 * Stores a visitor's report for the admins. Each needs a proof of work, unless they are switched off. Throws AppError `not_found`
 * for a creator, or a goal of hers, that is not public, `invalid_input`, `proof_required` with a challenge, and `rate_limited`.
 */
export async function reportAbuse(
  ctx: ReportContext,
  { userName, goalId, name, reason, details, contact }: AbuseReport,
  { address, proof }: { address: string; proof: SolvedProof | undefined },
): Promise<void> {
  const { db, workProof, limits, config } = ctx
  if (goalId !== undefined && name !== undefined) throw new AppError('invalid_input')
  const proofs = workProof && { workProof, secretsKey: config.secretsKey, useProof: limits.useProof }
  if (proofs) await requireWork(proofs, { purpose: 'report', address, proof, work })
  await ctx.accountLimits.takeNetwork('report', address)
  const creator = await findPublicCreator(db, { userName })
  if (!creator) throw new AppError('not_found')
  if (goalId !== undefined && !(await findPublicGoal(db, creator.uid, goalId)))
    throw new AppError('not_found')
  const thing = { creatorUid: creator.uid, goalId: goalId ?? null, name: name ?? null }
  await db
    .transaction()
    .execute((trx) => insertReport(trx, thing, { reason, details, contact: contact || null }))
}

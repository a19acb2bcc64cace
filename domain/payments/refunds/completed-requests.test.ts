import { expect, test } from 'vitest'
import { captureTip } from '../ledger/ledger.fixture.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import { completeRefundRequest, insertRefundRequest } from '../../../db/queries/payments/refund-requests.ts'

const { db } = await forFile(createTestDb())

test.each([
  ['a refusal that comes late', { refundId: 'R1' }, { issue: 'REFUND_FAILED' }, 'done'],
  ['a refund that comes late', { issue: 'REFUND_FAILED' }, { refundId: 'R2' }, 'refused'],
  ['a second refund', { refundId: 'R3' }, { refundId: 'R4' }, 'done'],
])('%s does not change a request that is completed', async (_, end, late, status) => {
  const { uid } = await buildCreator(db)
  const { tipId } = await captureTip(db, uid)
  const wanted = { tipId, amountMinor: 1_00, platformFeeMinor: 0, reason: '' }
  const { id } = await db.transaction().execute((trx) => insertRefundRequest(trx, wanted))

  expect(await completeRefundRequest(db, id, end)).toBe(true)
  expect(await completeRefundRequest(db, id, late)).toBe(false)

  const row = db.selectFrom('refundRequest').select(['status', 'refundId', 'issue']).where('id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ refundId: null, issue: null, ...end, status })
})

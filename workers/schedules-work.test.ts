import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { openPool } from '../db/connection.ts'
import { forFile } from '../db/for-file.fixture.ts'
import type { Schema } from '../db/schema.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { scheduleNames, schedulesProcessor } from './schedules.ts'
import { createTestContext } from './workers.fixture.ts'

const sandbox = await forFile(openSandbox())

/**
 * What each schedule reads or changes even in an empty database: for each function that it calls a table, or a change of one, that no
 * other function of the schedule has.
 */
const work: Record<string, string[]> = {
  'expire-goals': ['update goal'],
  'start-goals-anew': ['from goal'],
  'settle-payments': ['webhook_event', 'provider_refund', 'tip_order', 'refund_request', 'dispute_response'],
  'tell-of-disputes': ['dispute'],
  'read-records': ['tip'],
  'read-rates': ['into published_rate'],
  'register-domains': ['payout_account'],
  'connect-payouts': ['waiting_payout_account'],
  'check-books': ['ledger_check', 'update unmatched_payment', 'refund_request', 'failed_work'],
  'reconcile-books': ['into reconcile_report'],
  'close-months': ['platform_month'],
  'write-off-fees': ['ledger_year'],
  'check-grants': ['platform_connection'],
  'sweep-exports': ['data_export'],
  'sweep-imports': ['tip_import'],
  'end-sessions': ['from session'],
  'erase-accounts': ['account'],
  'clean-up': [
    'data_export',
    'pending_sign_up',
    'former_name',
    'account_link',
    'sensitive_change',
    'account_event',
    'used_challenge',
    'tool_write',
    'webhook_event',
    'delivery',
    'outbox',
    'update tip_order',
    'from tip_order',
    'invoice_buyer',
    'bot_budget',
    'quota_day',
    'evidence_document',
    'abuse_case',
    'event_trace',
    'speech',
    'speech_month',
  ],
}

test('every schedule is listed here', () => {
  expect(Object.keys(work)).toEqual(scheduleNames)
})

test.each(Object.entries(work))('the schedule %s does its work', async (name, expected) => {
  await using ctx = await createTestContext('postgres', sandbox.env)
  const done = new Set<string>()
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(ctx.testDb.url, { poolSize: 4 }) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log({ query }) {
      for (const [, verb, table] of query.sql.matchAll(/\b(from|update|into|join)\s+"?([a-z_]+)"?/g))
        done.add(table!).add(`${verb} ${table}`)
    },
  })
  try {
    await schedulesProcessor({ ...ctx, db }, db)({}, { name })
  } finally {
    await db.destroy()
  }

  expect([...done]).toEqual(expect.arrayContaining(expected))
})

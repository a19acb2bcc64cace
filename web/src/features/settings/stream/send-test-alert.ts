import { sendTestAlert as sendTestAlertCall } from '../../../../../contract/goal-calls.ts'
import type { PayoutCurrency } from '../../../../../contract/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/call.ts'
import { toast } from '../../../lib/toast.ts'
import { statusText } from './status-text.ts'

/** The data of a test alert; `amount` is in whole units. */
export const testAlert = { donorName: 'TestUser', amount: 5, goalTitle: 'Test Goal' } as const

/** Sends a test alert to the user's own overlays and shows a toast with the outcome. */
export async function sendTestAlert(userUID: string, currency: PayoutCurrency | null): Promise<void> {
  try {
    await call(sendTestAlertCall, { body: { userUID, currency, ...testAlert } }, { errorsTo: 'caller' })
    toast.success(m.stream_test_sent())
  } catch (error) {
    if (error instanceof CallError && error.isShown) return
    toast.error(explain(error))
  }
}

/** Names the HTTP status of a refusal. Without a readable response it shows a general text. */
function explain(error: unknown): string {
  const isRefusal = error instanceof CallError && error.status !== undefined && error.status !== 200
  return isRefusal ? m.stream_test_refused({ status: statusText(error.status ?? 0) }) : m.stream_test_failed()
}

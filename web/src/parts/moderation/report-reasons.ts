import type { ReportReason } from '../../../../contract/admin/report-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'

/** The name of each reason to report something. */
export const reasonTexts: Record<ReportReason, () => string> = {
  fraud: m.report_reason_fraud,
  impersonation: m.report_reason_impersonation,
  hate: m.report_reason_hate,
  harassment: m.report_reason_harassment,
  sexual: m.report_reason_sexual,
  privacy: m.report_reason_privacy,
  illegal: m.report_reason_illegal,
  other: m.report_reason_other,
}

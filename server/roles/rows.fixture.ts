/** The requests about what accounts own, and those that no other test sends. Each file of them is beside its routes. */
import type { Rows } from './case.fixture.ts'
import { adminRows } from '../routes/admin-rows.fixture.ts'
import { alertStyleRows } from '../routes/alert-style-rows.fixture.ts'
import { cardRows } from '../routes/card-rows.fixture.ts'
import { chatRows } from '../routes/chat-rows.fixture.ts'
import { connectRows } from '../routes/connect-rows.fixture.ts'
import { dataRows } from '../routes/data-rows.fixture.ts'
import { importRows } from '../routes/import-rows.fixture.ts'
import { insightRows } from '../routes/insight-rows.fixture.ts'
import { overlayRows } from '../routes/overlay-rows.fixture.ts'
import { ownGoalRows } from '../routes/own-goal-rows.fixture.ts'
import { ownRows } from '../routes/own-rows.fixture.ts'
import { panelRows } from '../routes/panel-rows.fixture.ts'
import { passkeyRows } from '../routes/passkey-rows.fixture.ts'
import { paymentRows } from '../routes/payment-rows.fixture.ts'
import { payoutRows } from '../routes/payout-rows.fixture.ts'
import { profileRows } from '../routes/profile-rows.fixture.ts'
import { publicRows } from '../routes/public-rows.fixture.ts'
import { pushRows } from '../routes/push-rows.fixture.ts'
import { securityRows } from '../routes/security-rows.fixture.ts'
import { soundRows } from '../routes/sound-rows.fixture.ts'
import { speechRows } from '../routes/speech-rows.fixture.ts'
import { statementRows } from '../routes/statement-rows.fixture.ts'
import { timerRows } from '../routes/timer-rows.fixture.ts'
import { tipRuleRows } from '../routes/tip-rule-rows.fixture.ts'
import { toolRows } from '../routes/tool-rows.fixture.ts'
import { webhookRows } from '../routes/webhook-rows.fixture.ts'
import { widgetRows } from '../routes/widget-rows.fixture.ts'

export const ownedRows: Rows = {
  ...adminRows,
  ...alertStyleRows,
  ...cardRows,
  ...chatRows,
  ...connectRows,
  ...dataRows,
  ...importRows,
  ...insightRows,
  ...overlayRows,
  ...ownGoalRows,
  ...ownRows,
  ...panelRows,
  ...passkeyRows,
  ...paymentRows,
  ...payoutRows,
  ...profileRows,
  ...publicRows,
  ...pushRows,
  ...securityRows,
  ...soundRows,
  ...speechRows,
  ...statementRows,
  ...timerRows,
  ...tipRuleRows,
  ...toolRows,
  ...webhookRows,
  ...widgetRows,
}

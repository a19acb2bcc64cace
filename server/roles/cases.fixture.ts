/** The requests of all rows of the role table. */
import type { RouteCase } from '../role-table.ts'
import type { Cases } from './case.fixture.ts'
import { adminCases } from './admin-cases.fixture.ts'
import { alertStyleCases } from './alert-style-cases.fixture.ts'
import { cardCases } from './card-cases.fixture.ts'
import { chatCases } from './chat-cases.fixture.ts'
import { chatLogCases } from './chat-log-cases.fixture.ts'
import { connectCases } from './connect-cases.fixture.ts'
import { dataCases } from './data-cases.fixture.ts'
import { discordCases } from './discord-cases.fixture.ts'
import { googleCases } from './google-cases.fixture.ts'
import { importCases } from './import-cases.fixture.ts'
import { insightCases } from './insight-cases.fixture.ts'
import { mailSubscriptionCases } from './mail-subscription-cases.fixture.ts'
import { overlayCases } from './overlay-cases.fixture.ts'
import { ownCases } from './own-cases.fixture.ts'
import { ownGoalCases } from './own-goal-cases.fixture.ts'
import { panelCases } from './panel-cases.fixture.ts'
import { passkeyCases } from './passkey-cases.fixture.ts'
import { paymentCases } from './payment-cases.fixture.ts'
import { payoutCases } from './payout-cases.fixture.ts'
import { pictureCases } from './picture-cases.fixture.ts'
import { profileCases } from './profile-cases.fixture.ts'
import { publicCases } from './public-cases.fixture.ts'
import { pushCases } from './push-cases.fixture.ts'
import { receiptCases } from './receipt-cases.fixture.ts'
import { securityCases } from './security-cases.fixture.ts'
import { signUpCases } from './sign-up-cases.fixture.ts'
import { soundCases } from './sound-cases.fixture.ts'
import { speechCases } from './speech-cases.fixture.ts'
import { statementCases } from './statement-cases.fixture.ts'
import { timerCases } from './timer-cases.fixture.ts'
import { tipRuleCases } from './tip-rule-cases.fixture.ts'
import { toolCases } from './tool-cases.fixture.ts'
import { twoFactorCases } from './two-factor-cases.fixture.ts'
import { webhookCases } from './webhook-cases.fixture.ts'
import { widgetCases } from './widget-cases.fixture.ts'

export const cases: Cases<RouteCase> = {
  ...publicCases,
  ...signUpCases,
  ...googleCases,
  ...securityCases,
  ...twoFactorCases,
  ...passkeyCases,
  ...profileCases,
  ...pictureCases,
  ...dataCases,
  ...ownCases,
  ...chatLogCases,
  ...connectCases,
  ...chatCases,
  ...statementCases,
  ...adminCases,
  ...discordCases,
  ...pushCases,
  ...overlayCases,
  ...alertStyleCases,
  ...soundCases,
  ...speechCases,
  ...ownGoalCases,
  ...timerCases,
  ...importCases,
  ...insightCases,
  ...paymentCases,
  ...cardCases,
  ...receiptCases,
  ...mailSubscriptionCases,
  ...payoutCases,
  ...tipRuleCases,
  ...toolCases,
  ...webhookCases,
  ...widgetCases,
  ...panelCases,
}

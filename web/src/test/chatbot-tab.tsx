/** Opens the chatbot settings of a creator with YouTube connected. */
import { screen } from '@testing-library/react'
import { Route } from 'react-router-dom'
import { getProfile } from '../../../contract/accounts/account-calls.ts'
import { getChatTemplates, getChatbotSettings } from '../../../contract/chat/chat-calls.ts'
import { statusCalls } from '../../../contract/chat/connection-calls.ts'
import { getChatLog } from '../../../contract/chat/chat-log-calls.ts'
import type { SessionUser } from '../../../contract/entities.ts'
import { getSiteSettings } from '../../../contract/pages/site-calls.ts'
import { ChatbotTab } from '../features/settings/chatbot/chatbot-tab.tsx'
import { ProtectedLayout } from '../screens/creator/protected-layout.tsx'
import { SettingsTabScreen } from '../screens/settings/settings-tab-screen.tsx'
import { fakeApi } from './fake-api.ts'
import { buildSessionUser, buildSite } from './builders.ts'
import { renderRoutes } from './render.tsx'
import type { Replies } from './fake-api.ts'

/** The wording settings of a creator who uses the default for every message. */
export const usualWordings = { goalTip: null, goalFunded: null, generalTip: null }
/** The switches of every platform. */
export const savedToggles = { receiveAllTips: false, receiveGoalFunded: true, receiveGeneralTips: true }

export const mira: Partial<SessionUser> = {
  displayName: 'Mira Vale',
  brimfulUserName: 'miravale',
  accountType: 1,
  currency: 'gbp',
  youtubeConnected: true,
  youtubeConnectedEmail: 'mira@youtube.test',
}

/** Opens the tab at an address, with the page's current address rendered beside it; resolves once the channels are shown. */
export async function openChatbotTab(replies: Replies = {}, address = '/dashboard/chatbot-setting') {
  const api = fakeApi({
    [getProfile.path]: { json: buildSessionUser(mira) },
    [getSiteSettings.path]: { json: buildSite() },
    [getChatbotSettings.path]: { json: savedToggles },
    [statusCalls.kick.path]: { json: { connected: false, email: null } },
    [getChatLog.path]: { json: { entries: [] } },
    [getChatTemplates.path]: { json: usualWordings },
    ...replies,
  })
  renderRoutes(
    <Route element={<ProtectedLayout />}>
      <Route path="*" element={<SettingsTabScreen path="chatbot-setting" Tab={ChatbotTab} />} />
    </Route>,
    address,
  )
  // `hidden`, because an open dialog hides the heading from screen readers.
  await screen.findByRole('heading', { name: 'Channels', hidden: true })
  return api
}

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as tokenCalls from '../../../../../contract/tools/api-token-calls.ts'
import * as webhookCalls from '../../../../../contract/tools/webhook-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { ToolsTab } from './tools-tab.tsx'

const apiToken: tokenCalls.ApiToken = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Stream Deck',
  scopes: ['goals:read', 'tips:read', 'board:read'],
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
}
const endpoint: webhookCalls.WebhookEndpoint = {
  id: '00000000-0000-4000-8000-000000000002',
  dialect: 'standard',
  url: 'https://tools.example/hook',
  createdAt: '2026-11-20T10:00:00.000Z',
  failingSince: '2026-11-20T11:00:00.000Z',
  formerSecretUntil: null,
  waiting: 2,
  gaveUp: 1,
}

function open(tokens: tokenCalls.ApiToken[] = [], endpoints: webhookCalls.WebhookEndpoint[] = []) {
  const api = fakeApi({
    [tokenCalls.getApiTokens.path]: { json: { tokens } },
    [webhookCalls.getWebhooks.path]: { json: { endpoints } },
  })
  renderPage(<ToolsTab />)
  return api
}

test('a token is made with what it may do, shown until it is stored, and revoked after a question', async () => {
  const api = open()
  api.respond(tokenCalls.addApiToken.path, { json: { apiToken, token: 'brim_secret' } })
  api.respond(tokenCalls.revokeApiToken.path, { json: {} })
  expect(await screen.findByText('No API tokens yet.')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Create a token' }))
  await userEvent.keyboard('Stream Deck{Enter}')
  expect(await screen.findByText('brim_secret')).toBeVisible()
  const scopes = ['goals:read', 'tips:read', 'board:read']
  expect(api.requestsTo(tokenCalls.addApiToken)).toMatchObject([
    { body: { name: 'Stream Deck', scopes, days: 90 } },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('brim_secret')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Revoke Stream Deck' }))
  expect(api.requestsTo(tokenCalls.revokeApiToken)).toEqual([])
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Stream Deck?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('No API tokens yet.')).toBeVisible()
})

test('a token that may do nothing is not made', async () => {
  const api = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Create a token' }))
  for (const name of ['Read goals', 'Read tips and follow the feed', 'Read the leaderboard'])
    await userEvent.click(screen.getByRole('switch', { name }))
  await userEvent.type(screen.getByLabelText('Name'), 'Nothing{Enter}')

  expect(await screen.findByText('Choose at least one permission.')).toBeVisible()
  expect(api.requestsTo(tokenCalls.addApiToken)).toEqual([])
})

test('a failing webhook says so, shows its attempts, and sends again what was not taken', async () => {
  const api = open([], [endpoint])
  const delivery: webhookCalls.WebhookDelivery = {
    id: '00000000-0000-4000-8000-000000000003',
    eventId: '00000000-0000-4000-8000-000000000004',
    type: 'tip.captured',
    status: 'gaveUp',
    mayHaveArrived: true,
    createdAt: '2026-11-20T11:00:00.000Z',
    nextAt: null,
    tries: [
      { at: '2026-11-20T11:00:00.000Z', status: 500, problem: null, milliseconds: 12 },
      { at: '2026-11-20T11:00:05.000Z', status: null, problem: 'timeout', milliseconds: 10_000 },
    ],
  }
  api.respond(webhookCalls.getWebhookLog.path, { json: { deliveries: [delivery] } })
  api.respond(webhookCalls.sendWebhooksAgain.path, { json: { count: 1 } })

  expect(await screen.findByText(/^Not working since/)).toBeVisible()
  expect(screen.getByText('2 events wait to be sent')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Log' }))
  expect(await screen.findByText(/: 500, 12 ms$/)).toBeVisible()
  expect(screen.getByText(/no response in time/)).toBeVisible()
  expect(screen.getByText(/^It may have arrived/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('1 event is being sent again.')).toBeVisible()
  expect(api.requestsTo(webhookCalls.sendWebhooksAgain)).toMatchObject([
    { body: { id: endpoint.id, deliveryId: delivery.id } },
  ])
})

test('an endpoint in Ko-fi’s format is added, and its token is shown by its name', async () => {
  const api = open()
  const added = { ...endpoint, dialect: 'ko-fi' as const, failingSince: null, waiting: 0, gaveUp: 0 }
  api.respond(webhookCalls.addWebhook.path, { json: { endpoint: added, secret: 'a-token' } })

  await userEvent.selectOptions(await screen.findByLabelText('Format'), 'Ko-fi')
  expect(screen.getByText(/^Tips only, as Ko-fi sends them/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('Address'), 'https://tools.example/hook{Enter}')

  expect(await screen.findByRole('region', { name: 'Verification token' })).toHaveTextContent('a-token')
  expect(api.requestsTo(webhookCalls.addWebhook)).toMatchObject([
    { body: { dialect: 'ko-fi', url: 'https://tools.example/hook' } },
  ])
  const row = within(screen.getByRole('list', { name: 'Webhooks' }))
  expect(row.getByText('Ko-fi')).toBeVisible()
})

test('a service is added by the creator’s token, with a warning of two boxes, and shows no secret', async () => {
  const api = open()
  const added = { ...endpoint, dialect: 'streamelements' as const, url: 'https://service.example/tips' }
  api.respond(webhookCalls.addWebhook.path, { json: { endpoint: added, secret: null } })

  await userEvent.selectOptions(await screen.findByLabelText('Format'), 'StreamElements')
  expect(screen.queryByLabelText('Address')).toBeNull()
  expect(screen.getByText(/^An alert box of StreamElements then shows each tip/)).toBeVisible()
  expect(screen.getByLabelText('Your token')).toHaveAttribute('type', 'password')
  await userEvent.type(screen.getByLabelText('Channel ID'), '5b144fc91a5cbe3a3a920871')
  await userEvent.type(screen.getByLabelText('Your token'), 'ey.token{Enter}')

  expect(await screen.findByText('https://service.example/tips')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show secret' })).toBeNull()
  expect(api.requestsTo(webhookCalls.addWebhook)).toMatchObject([
    { body: { dialect: 'streamelements', channel: '5b144fc91a5cbe3a3a920871', token: 'ey.token' } },
  ])
})

test('lists that fail to load say so', async () => {
  fakeApi({
    [tokenCalls.getApiTokens.path]: { status: 500 },
    [webhookCalls.getWebhooks.path]: { status: 500 },
  })
  renderPage(<ToolsTab />)

  expect(await screen.findByText('We couldn’t load your API tokens.')).toBeVisible()
  expect(await screen.findByText('We couldn’t load your webhooks.')).toBeVisible()
})

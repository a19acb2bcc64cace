import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sendSampleAlert } from '../../../../../contract/goals/goal-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { SampleAlerts } from './sample-alerts.tsx'

test.each([
  ['Anonymous', 'anonymous', 'Sent to your alert box.'],
  ['Refunded', 'refunded', /shows nothing/],
])('sends the kind %s', async (label, kind, confirmation) => {
  const api = fakeApi({ [sendSampleAlert.path]: {} })
  renderPage(<SampleAlerts />)

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of tip' }), label)
  await userEvent.click(screen.getByRole('button', { name: 'Try it' }))

  expect(await screen.findByText(confirmation)).toBeVisible()
  expect(api.requestsTo(sendSampleAlert)[0]?.body).toEqual({ kind })
})

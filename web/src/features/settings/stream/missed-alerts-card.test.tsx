import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getOverlaySettings, saveOverlaySettings } from '../../../../../contract/alerts/overlay-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { MissedAlertsCard } from './missed-alerts-card.tsx'

test('the policy for missed alerts is shown and saved, and other settings stay', async () => {
  const api = fakeApi({
    [getOverlaySettings.path]: { json: { isKeyRequired: true, missedAlerts: 'all' } },
    [saveOverlaySettings.path]: { json: { isKeyRequired: true, missedAlerts: 'digest' } },
  })
  renderPage(<MissedAlertsCard />)
  const choice = screen.getByRole('combobox', { name: 'Alerts older than ten minutes' })
  await waitFor(() => expect(choice).toHaveDisplayValue('Play all'))

  await userEvent.selectOptions(choice, 'Sum them up in one alert')

  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(choice).toHaveValue('digest')
  expect(api.requestsTo(saveOverlaySettings)[0]?.body).toEqual({
    isKeyRequired: true,
    missedAlerts: 'digest',
  })
})

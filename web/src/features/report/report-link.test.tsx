import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sendReport } from '../../../../contract/admin/report-calls.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { buildGoal } from '../../test/builders.ts'
import { renderPage } from '../../test/render.tsx'
import { ReportLink } from './report-link.tsx'

const goal = buildGoal({ title: 'A kiln' })

async function open(goalId?: string) {
  renderPage(<ReportLink userName="miravale" goals={[goal]} goalId={goalId} />)
  await userEvent.click(screen.getByRole('button', { name: 'Report this page' }))
  await screen.findByRole('dialog')
}

test('on a goal’s page the goal is reported, with reason, words and an address', async () => {
  const api = fakeApi({ [sendReport.path]: { json: {} } })
  await open(goal.goaluuid)
  await userEvent.selectOptions(screen.getByLabelText('What’s wrong?'), 'Pretends to be somebody else')
  await userEvent.type(screen.getByLabelText('Tell us more (optional)'), 'That is my kiln')
  await userEvent.type(screen.getByLabelText('Your email (optional)'), 'ada@example.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = {
    username: 'miravale',
    goalId: goal.goaluuid,
    reason: 'impersonation',
    details: 'That is my kiln',
    contact: 'ada@example.test',
  }
  expect(api.requestsTo(sendReport)).toMatchObject([{ body }])
})

test('a name in the lists is typed, and a refusal is shown in the form, which keeps what was entered', async () => {
  const api = fakeApi({ [sendReport.path]: refuse('rate_limited') })
  await open()
  await userEvent.selectOptions(screen.getByLabelText('What is it about?'), 'A name in the lists')
  await userEvent.type(screen.getByLabelText('The name'), 'Rude Name')
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))

  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(screen.getByLabelText('The name')).toHaveValue('Rude Name')
  expect(api.requestsTo(sendReport)).toMatchObject([{ body: { name: 'Rude Name', contact: '' } }])
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

const tabs = (['week', 'month', 'all'] as const).map((value) => ({ value, label: `By ${value}` }))

function Example() {
  const [value, setValue] = useState<'week' | 'month' | 'all'>('week')
  return (
    <Tabs label="Period" tabs={tabs} value={value} onChange={setValue}>
      Tips of: {value}
    </Tabs>
  )
}

const tab = (name: string) => screen.getByRole('tab', { name })

test('a click shows the panel of that tab, and names it after the tab', async () => {
  render(<Example />)

  await userEvent.click(tab('By month'))

  expect(screen.getByRole('tabpanel', { name: 'By month' })).toHaveTextContent('Tips of: month')
  expect(screen.getAllByRole('tab', { selected: true })).toEqual([tab('By month')])
})

test('one press of Tab enters the list, the arrows go round it, the next leaves for the panel', async () => {
  render(<Example />)
  await userEvent.tab()
  expect(tab('By week')).toHaveFocus()

  for (const [key, name] of [
    ['ArrowLeft', 'By all'],
    ['ArrowRight', 'By week'],
    ['End', 'By all'],
    ['Home', 'By week'],
    ['ArrowRight', 'By month'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect(tab(name)).toHaveFocus()
    expect(screen.getByRole('tabpanel', { name })).toBeVisible()
  }
  await userEvent.tab()
  expect(screen.getByRole('tabpanel')).toHaveFocus()
})

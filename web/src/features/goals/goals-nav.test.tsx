import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { GoalsNav } from './goals-nav.tsx'

test.each([
  ['/miravale/current-goals', 'Current goals'],
  ['/user/miravale/current-goals', 'Current goals'],
  ['/miravale/completed-goals', 'Completed goals'],
  ['/miravale/tips', 'Just a tip'],
])('at %s the tab “%s” is the current one', (address, name) => {
  renderPage(<GoalsNav userName="miravale" name="Mira Vale" />, address)

  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(marked.map((link) => link.textContent)).toEqual([name])
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', address)
})

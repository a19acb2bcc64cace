import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getSiteSettings } from '../../../../contract/pages/site-calls.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { policyRoutes } from './policy-routes.tsx'
import { renderRoutes } from '../../test/render.tsx'
import { buildSite } from '../../test/builders.ts'

test.each([
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/cookieyes-generated-policy', 'Cookie Policy'],
])(
  '%s says that it is a template, has a contact, and links from its contents to each section',
  async (path, title) => {
    fakeApi({ [getSiteSettings.path]: { json: buildSite() } })
    renderRoutes(policyRoutes, path)

    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.getByText(/This text is a template/)).toBeVisible()
    expect(await screen.findByText(/Email us at help@brimful\.test/)).toBeVisible()
    const anchors = screen.getAllByRole('link').map((link) => link.getAttribute('href')!)
    const parts = anchors
      .filter((href) => href.startsWith('#'))
      .map((href) => document.getElementById(href.slice(1)))
    expect(parts.length).toBeGreaterThan(4)
    expect(new Set(parts).size).toBe(parts.length)
    expect(parts).not.toContain(null)
  },
)

test('without a service fee the terms say that there is none, and limit nothing to it', async () => {
  fakeApi({ [getSiteSettings.path]: { json: buildSite({ serviceFeePercent: 0 }) } })
  renderRoutes(policyRoutes, '/terms-of-service')

  expect(await screen.findByText(/^There is no service fee\./)).toBeVisible()
  expect(screen.queryByText(/0%|limited to the service fees/)).not.toBeInTheDocument()
})

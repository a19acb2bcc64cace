import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { getSiteSettings } from '../../../contract/site-calls.ts'
import { fakeApi } from '../test/fake-api.ts'
import { renderPage, resetState } from '../test/render.tsx'
import { policyRoutes } from './policy-routes.tsx'

beforeEach(resetState)

test.each([
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/cookieyes-generated-policy', 'Cookie Policy'],
])(
  '%s says that it is a template, has a contact, and links from its contents to each section',
  async (path, title) => {
    const json = {
      publicUrl: 'https://brimful.test/',
      supportEmail: 'help@brimful.test',
      socialUrl: null,
      isSandbox: true,
      hasGoogle: false,
    }
    fakeApi({ [getSiteSettings.path]: { json } })
    renderPage(
      <Suspense>
        <Routes>{policyRoutes}</Routes>
      </Suspense>,
      path,
    )

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

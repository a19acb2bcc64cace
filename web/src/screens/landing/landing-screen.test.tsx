import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getAllTestimonials } from '../../../../contract/pages/site-calls.ts'
import { TestimonialStack } from '../../features/landing/testimonial-stack.tsx'
import { siteContent } from '../../features/landing/site-content.ts'
import { grownAt } from '../../features/landing/timeline-line.tsx'
import { fakeApi } from '../../test/fake-api.ts'
import { useStore } from '../../lib/store.ts'
import { dropSessionCookie, place, renderPage } from '../../test/render.tsx'
import { LandingScreen } from './landing-screen.tsx'

test('states price, currencies and plans, and every call to action leads to sign-up', () => {
  dropSessionCookie()
  fakeApi()
  renderPage(<LandingScreen />)

  expect(screen.getAllByText(/service fee is 5% (of|per)/i).length).toBeGreaterThan(1)
  expect(screen.getAllByText(/paid in any currency.*payout currency is currently USD/i)).toHaveLength(2)
  for (const feature of ['membership tiers', 'a mobile app'])
    expect(screen.getByText(feature)).toBeInTheDocument()
  expect(screen.getByText('Planned: membership tiers and a mobile app.')).toBeInTheDocument()
  expect(screen.getByPlaceholderText('yourname')).toHaveValue('')
  expect(screen.getByPlaceholderText('yourname').closest('form')).toHaveAttribute('action', '/signup/')
  const waysIn = screen.getAllByRole('link', { name: 'Start Now' })
  expect(waysIn.length).toBeGreaterThanOrEqual(3)
  for (const link of waysIn) expect(link).toHaveAttribute('href', '/signup/')
  for (const id of ['home', 'about', 'faqs']) expect(document.getElementById(id)).not.toBeNull()
})

test.each([
  ['Enter', (user: UserEvent) => user.keyboard('{Enter}')],
  ['the button', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Claim' }))],
])('the name in the box is carried into sign-up by %s, and sent nowhere', async (_, leave) => {
  dropSessionCookie()
  const api = fakeApi()
  const user = userEvent.setup()
  renderPage(<LandingScreen />)
  await user.type(screen.getByPlaceholderText('yourname'), ' miravale ')

  await leave(user)

  expect(place()).toBe('/signup/')
  await expect.poll(() => useStore.getState().signupwizard.customUserName).toBe('miravale')
  expect(JSON.stringify(api.requests)).not.toContain('miravale')
})

test("the story's line grows between 900 and 1,500 pixels of scrolling", () => {
  expect([0, 900, 1200, 1500, 9000].map(grownAt)).toEqual([0, 0, 0.5, 1, 1])
})

test("testimonials: loads the installation's and shows them with the page's texts", async () => {
  const uid = '5f0c3d8a-58a3-4f66-9d52-0f7b7c8d9e10'
  fakeApi({
    [getAllTestimonials.path]: {
      json: [{ uid, imageUrl: '/media/broken.webp', profileUrl: 'https://example.com/sam' }],
    },
  })
  renderPage(<TestimonialStack />)

  expect(screen.getByText('Loading testimonials...')).toBeInTheDocument()
  const profile = await screen.findByRole('link', { name: 'Sam R.’s profile' })
  expect(profile).toHaveAttribute('href', 'https://example.com/sam')
  expect(document.querySelector('[data-default-portrait]')).toBeNull()

  fireEvent.error(document.querySelector('img')!)
  expect(document.querySelector('[data-default-portrait]')).not.toBeNull()
})

test.each([
  ['there are none', { json: [] }],
  ['the call fails', { status: 500 }],
  ['nobody answers', 'network failure' as const],
])('testimonials: shows the two built-in samples when %s', async (_, reply) => {
  fakeApi({ [getAllTestimonials.path]: reply })
  renderPage(<TestimonialStack />)

  expect(await screen.findByText('Sam R.')).toBeInTheDocument()
  expect(screen.getByText('Ines D.')).toBeInTheDocument()
  expect(siteContent.testimonials).toHaveLength(2)
})

test('testimonials: shows a failure when there is nothing else to show', async () => {
  vi.spyOn(siteContent, 'testimonials', 'get' as never).mockReturnValue([] as never)
  fakeApi({ [getAllTestimonials.path]: { status: 503 } })
  renderPage(<TestimonialStack />)

  expect(await screen.findByText('Failed to load testimonials')).toBeInTheDocument()
})

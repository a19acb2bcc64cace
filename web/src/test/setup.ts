/**
 * Sets up the web app's tests: DOM matchers and, for each test, a new state and an empty page at `/`, because test files share
 * one page.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import type { Window as HappyWindow } from 'happy-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { resetState } from './render.tsx'

declare global {
  interface Window {
    happyDOM: HappyWindow['happyDOM']
  }
}

// Tests wait this long for a condition, because the machine may be slow while it also builds.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

beforeEach(() => {
  resetState()
  // silenced, because failures are logged to the console and most tests of failures cause one
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  window.happyDOM.setURL('http://localhost:3000/')
  localStorage.clear()
  sessionStorage.clear()
})

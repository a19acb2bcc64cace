/** Before every test of the browser rooms: the DOM matchers; after each an empty page at `/`, for the files share one. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import type { Window as HappyWindow } from 'happy-dom'
import { afterEach, vi } from 'vitest'

declare global {
  interface Window {
    happyDOM: HappyWindow['happyDOM']
  }
}

// How long a test waits for what it expects; a machine that builds and tests at once is slow, not wrong.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 20_000 })

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

/** Before every test of the browser rooms: the DOM matchers, and an empty page after each. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// How long a test waits for what it expects; a machine that builds and tests at once is slow, not wrong.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 20_000 })

afterEach(cleanup)

/** Before every test of the browser rooms: the DOM matchers, and an empty page after each. */
import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

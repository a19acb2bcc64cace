import { expect, test } from 'vitest'
import { carryToasts, showCarriedToasts } from './carried-toasts.ts'
import { useStore } from './store.ts'
import { toast } from './toast.ts'

test('toasts are shown again in the next document, once, beside the router’s state', () => {
  window.history.replaceState({ idx: 3 }, '')
  toast.success('Welcome, Ada!')

  carryToasts()
  useStore.setState({ toast: { entries: [] } })
  showCarriedToasts()

  expect(useStore.getState().toast.entries).toMatchObject([{ type: 'success', message: 'Welcome, Ada!' }])
  expect(window.history.state).toEqual({ idx: 3 })
})

test('without toasts the history entry stays as it is', () => {
  useStore.setState({ toast: { entries: [] } })
  window.history.replaceState({ idx: 4 }, '')

  carryToasts()

  expect(window.history.state).toEqual({ idx: 4 })
})

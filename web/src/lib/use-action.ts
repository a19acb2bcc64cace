import { useState } from 'react'

/** Tracks whether an action is in progress. Its failure is taken as shown, as `call` does by default. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false)

  /** Runs an action and resolves to whether it succeeded. */
  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setIsBusy(true)
    try {
      await action()
      return true
    } catch {
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

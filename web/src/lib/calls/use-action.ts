import { useState } from 'react'
import { CallError } from './call-error.ts'
import { toast } from '../toast.ts'

/** Tracks whether an action is in progress. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false)

  /**
   * Runs an action and resolves to whether it succeeded. Without `explain`, a failure counts as already shown, as `call` does by
   * default; otherwise `explain` returns the text to show.
   */
  async function run(action: () => Promise<unknown>, explain?: (error: unknown) => string): Promise<boolean> {
    setIsBusy(true)
    try {
      await action()
      return true
    } catch (error) {
      if (explain && !(error instanceof CallError && error.isShown)) toast.error(explain(error))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

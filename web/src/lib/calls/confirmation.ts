import { create } from 'zustand'
import type { ConfirmationNeeds } from '../../../../contract/accounts/confirmation.ts'

interface ConfirmationRequest {
  needs: ConfirmationNeeds
  /** Closes the dialog; `isConfirmed` tells whether the session is confirmed now. */
  finish: (isConfirmed: boolean) => void
}

/** The request that the confirmation dialog shows. */
export const useConfirmation = create<{ request?: ConfirmationRequest }>(() => ({}))

let asking: Promise<boolean> | undefined

/** Asks the visitor to confirm who they are; resolves to whether they did. Simultaneous calls share one dialog. */
export function askToConfirm(needs: ConfirmationNeeds): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    useConfirmation.setState({ request: { needs, finish: resolve } })
  }).finally(() => {
    asking = undefined
    useConfirmation.setState({}, true)
  })
  return asking
}

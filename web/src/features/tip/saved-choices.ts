/** What a fan chose for the last captured payment, under the specification's keys. */
export interface TipChoices {
  name: string
  isPrivate: boolean
  isAnonymous: boolean
}

const keys = {
  name: 'paymentUserName',
  isPrivate: 'paymentIsPrivateMessage',
  isAnonymous: 'paymentSendAsAnonymous',
} as const

/** Keeps what a fan chose, after a payment was captured. */
export function saveTipChoices({ name, isPrivate, isAnonymous }: TipChoices): void {
  try {
    localStorage.setItem(keys.name, name)
    localStorage.setItem(keys.isPrivate, String(isPrivate))
    localStorage.setItem(keys.isAnonymous, String(isAnonymous))
  } catch (error) {
    console.error(error) // a full or forbidden storage costs remembering, never the tip
  }
}

/** What was kept last; empty choices when there is nothing. */
export function loadTipChoices(): TipChoices {
  try {
    return {
      name: localStorage.getItem(keys.name) ?? '',
      isPrivate: localStorage.getItem(keys.isPrivate) === 'true',
      isAnonymous: localStorage.getItem(keys.isAnonymous) === 'true',
    }
  } catch {
    return { name: '', isPrivate: false, isAnonymous: false }
  }
}

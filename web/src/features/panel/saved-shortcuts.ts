const key = 'brimful.panelShortcuts'

/** Returns whether the panel's keys are on in this browser; they are unless somebody has switched them off. */
export function isShortcutOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

/** Stores whether the keys are on. */
export function saveShortcutOn(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch (error) {
    console.error(error) // a full or blocked storage must not stop the panel
  }
}

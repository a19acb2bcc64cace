import { readChoice, saveChoice } from '../../lib/stored-choice.ts'

const key = 'panelShortcuts'

/** Returns whether the panel's keys are on in this browser; they are unless somebody has switched them off. */
export function isShortcutOn(): boolean {
  return readChoice(key) !== 'off'
}

/** Stores whether the keys are on. */
export function saveShortcutOn(isOn: boolean): void {
  saveChoice(key, isOn ? 'on' : 'off')
}

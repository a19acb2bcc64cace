/** Rules for the texts that creators write for their alerts: which variables they may have, and what makes one invalid. */
import type { AlertStyle, TextKind } from './alert-style.ts'
import { textKinds } from './alert-style.ts'
import type { CheckText } from '../error-text.ts'

/** The variables, which are written in braces: those of the chat's messages, and the goal's progress. */
export const alertVariables = ['user', 'amount', 'goal', 'goal URL', 'percent', 'raised', 'left'] as const
export type AlertVariable = (typeof alertVariables)[number]

const ofGoals: ReadonlySet<AlertVariable> = new Set(['goal', 'percent', 'raised', 'left'])

/** Returns the variables of a kind of alert. A general tip has no goal; its `{goal URL}` is that of the creator's page. */
export function alertVariablesOf(kind: TextKind): AlertVariable[] {
  return alertVariables.filter((variable) => kind !== 'generalTip' || !ofGoals.has(variable))
}

/** Returns what is wrong with a text; undefined when it is valid. An empty text shows nothing. */
export function findAlertTextFault(text: string, kind: TextKind): CheckText | undefined {
  const usable = alertVariablesOf(kind)
  for (const [whole, name] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (usable.some((variable) => variable === name)) continue
    if (kind === 'generalTip' && name === 'goal')
      return { key: 'invalid_template_goal', values: { goal: '{goal}', url: '{goal URL}' } }
    const names = usable.map((variable) => `{${variable}}`).join(', ')
    return { key: 'invalid_template_variable', values: { name: whole, names } }
  }
  const isOpen = /[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
  return isOpen ? { key: 'invalid_template_braces', values: { open: '{', close: '}' } } : undefined
}

/** Returns the first fault in the texts of a style, with the name of the variation that has it, if one does. */
export function findStyleFault(style: AlertStyle): { text: CheckText; variation?: string } | undefined {
  const looks = [{ look: style.look }, ...style.variations]
  for (const { look, ...variation } of looks) {
    for (const kind of textKinds) {
      const { headline, line } = look.texts[kind]
      const text = findAlertTextFault(headline ?? '', kind) ?? findAlertTextFault(line ?? '', kind)
      if (text) return { text, ...('name' in variation ? { variation: variation.name } : {}) }
    }
  }
  return undefined
}

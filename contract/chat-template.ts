/** Rules for a creator's own message templates: which variables they may use, and what makes one invalid. */
import { chatLimits, chatVariables, count } from './chat-message.ts'
import type { ChatMessageKind, ChatVariable } from './chat-message.ts'
import { toOneLine } from './chat-text.ts'
import type { ChatPlatform } from './entities.ts'
import type { CheckText } from './error-text.ts'

/** The maximum length of a stored template, on any platform. */
export const templateTextLimit = 500

/** How many characters a template must leave for each variable. A name or amount shortened below that would be meaningless. */
const minRoom: Record<Exclude<ChatVariable, 'goal URL'>, number> = { user: 15, goal: 15, amount: 12 }

export interface TemplateContext {
  kind: ChatMessageKind
  platform: ChatPlatform
  /** The URL that replaces `{goal URL}`. */
  url: string
}

/** Returns the variables of a kind of message. A general tip has no goal. */
export function variablesOf(kind: ChatMessageKind): ChatVariable[] {
  return chatVariables.filter((variable) => kind !== 'generalTip' || variable !== 'goal')
}

/** Returns what is wrong with a template, as a text for the creator; undefined when it is valid. */
export function findTemplateFault(text: string, context: TemplateContext): CheckText | undefined {
  const line = toOneLine(text)
  if (line === '') return 'invalid_template_empty'
  if (/^[/.!\\]/.test(line)) return 'invalid_template_command'
  return findVariableFault(line, context.kind) ?? findLengthFault(line, context)
}

function findVariableFault(line: string, kind: ChatMessageKind): CheckText | undefined {
  const usable = variablesOf(kind)
  const names = usable.map((name) => `{${name}}`).join(', ')
  for (const [whole, name = ''] of line.matchAll(/\{([^{}]*)\}/g)) {
    if (kind === 'generalTip' && name === 'goal') {
      return { key: 'invalid_template_goal', values: { goal: '{goal}', url: '{goal URL}' } }
    }
    const variable = usable.find((known) => known === name)
    if (!variable) return { key: 'invalid_template_variable', values: { name: whole, names } }
    if (count(line, variable) > 1) return { key: 'invalid_template_repeated', values: { name: whole } }
  }
  const isOpen = /[{}]/.test(line.replace(/\{[^{}]*\}/g, ''))
  return isOpen ? { key: 'invalid_template_braces', values: { open: '{', close: '}' } } : undefined
}

function findLengthFault(line: string, { platform, url }: TemplateContext): CheckText | undefined {
  const limit = Math.min(chatLimits[platform] - roomNeeded(line, url), templateTextLimit)
  const length = line.replace(/\{[^{}]*\}/g, '').length
  const over = Math.max(length - limit, line.length - templateTextLimit)
  return over > 0 ? { key: 'invalid_template_long', values: { count: over } } : undefined
}

function roomNeeded(line: string, url: string): number {
  const needs = { ...minRoom, 'goal URL': url.length }
  return chatVariables.reduce((sum, name) => sum + count(line, name) * needs[name], 0)
}

/** An example of a goal's id, from which the length of a goal's URL is computed. */
const anyGoal = '3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5'

/**
 * Returns the URL that replaces `{goal URL}` in a kind of message: that of the goal's page, or of the creator's page for a
 * general tip.
 */
export function chatAddress(kind: ChatMessageKind, goalsUrl: string, goaluuid = anyGoal): string {
  return kind === 'generalTip' ? goalsUrl : `${goalsUrl}/${goaluuid}`
}

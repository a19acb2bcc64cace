/** Rules for a creator's own message templates: which variables they may use, and what makes one invalid. */
import { chatLimits, chatVariables, count } from './chat-message.ts'
import type { ChatMessageKind, ChatVariable } from './chat-message.ts'
import { toOneLine } from './chat-text.ts'
import type { ChatPlatform } from './platforms.ts'
import type { CheckText } from '../error-text.ts'
import { shortGoalAddress } from '../goals/short-address.ts'

/** The maximum length of a stored template, on any platform. */
export const templateTextLimit = 500

/** How many characters a template must leave for each variable. A name or amount shortened below that would be meaningless. */
const minRoom: Record<Exclude<ChatVariable, 'goal URL'>, number> = {
  user: 15,
  goal: 15,
  amount: 12,
  raised: 12,
  left: 12,
  percent: 4,
  message: 15,
}

/** The kinds of messages that can have further templates for larger tips. */
export const amountTemplateKinds = ['goalTip', 'generalTip'] as const
export type AmountTemplateKind = (typeof amountTemplateKinds)[number]

/** How many of them each kind can have. */
export const maxAmountTemplates = 5

/** A template for tips of at least `from` minor units of the creator's currency. */
export interface AmountTemplate {
  kind: AmountTemplateKind
  from: number
  text: string
}

/** Returns the text for a tip of this worth in the creator's currency: that of the largest amount which the tip reaches. */
export function findAmountTemplate(
  templates: readonly AmountTemplate[],
  kind: ChatMessageKind,
  worthMinor: number,
): string | undefined {
  return templates
    .filter((template) => template.kind === kind && template.from <= worthMinor)
    .toSorted((a, b) => b.from - a.from)[0]?.text
}

/** Returns what is wrong with the amounts: two equal ones, or more templates than a kind can have. */
export function findAmountsFault(
  templates: readonly Pick<AmountTemplate, 'kind' | 'from'>[],
): CheckText | undefined {
  for (const kind of amountTemplateKinds) {
    const amounts = templates.filter((template) => template.kind === kind).map(({ from }) => from)
    if (amounts.length > maxAmountTemplates)
      return { key: 'invalid_template_amounts', values: { count: maxAmountTemplates } }
    if (new Set(amounts).size < amounts.length) return 'invalid_template_amount'
  }
  return undefined
}

export interface TemplateContext {
  kind: ChatMessageKind
  /** Whether the creator lets templates contain supporters' messages. */
  showsMessage: boolean
  platform: ChatPlatform
  /** The shortest URL that may replace `{goal URL}`. */
  url: string
}

/** The variables that need a goal. */
const ofGoals: ReadonlySet<ChatVariable> = new Set(['goal', 'raised', 'left', 'percent'])

/** Returns the variables of a kind of message. A general tip has no goal, and a funded goal no message. */
export function variablesOf(kind: ChatMessageKind, showsMessage: boolean): ChatVariable[] {
  return chatVariables
    .filter((variable) => kind !== 'generalTip' || !ofGoals.has(variable))
    .filter((variable) => variable !== 'message' || (showsMessage && kind !== 'goalFunded'))
}

/** Returns what is wrong with a template, as a text for the creator; undefined when it is valid. */
export function findTemplateFault(text: string, context: TemplateContext): CheckText | undefined {
  const line = toOneLine(text)
  if (line === '') return 'invalid_template_empty'
  if (/^[/.!\\]/.test(line)) return 'invalid_template_command'
  return findVariableFault(line, context) ?? findLengthFault(line, context)
}

function findVariableFault(line: string, { kind, showsMessage }: TemplateContext): CheckText | undefined {
  const usable = variablesOf(kind, showsMessage)
  const names = usable.map((name) => `{${name}}`).join(', ')
  for (const [whole, name = ''] of line.matchAll(/\{([^{}]*)\}/g)) {
    if (kind === 'generalTip' && name === 'goal') {
      return { key: 'invalid_template_goal', values: { goal: '{goal}', url: '{goal URL}' } }
    }
    if (name === 'message' && kind !== 'goalFunded' && !showsMessage)
      return { key: 'invalid_template_message', values: { name: whole } }
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

/** An example of a goal's id, used to compute the length of a goal's URL. */
const anyGoal = '3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5'

/**
 * Returns the URL that replaces `{goal URL}` in a kind of message: that of the goal's page, or of the creator's page for a
 * general tip.
 */
export function chatAddress(kind: ChatMessageKind, goalsUrl: string, goalId = anyGoal): string {
  return kind === 'generalTip' ? goalsUrl : `${goalsUrl}/${goalId}`
}

/** The site's base address and a creator's page of goals. */
export interface ChatAddresses {
  siteUrl: string
  goalsUrl: string
}

/** Returns the URL of the same page that a message has when `chatAddress` would make it too long. */
export function shortChatAddress(
  kind: ChatMessageKind,
  { siteUrl, goalsUrl }: ChatAddresses,
  goalId = anyGoal,
): string {
  return kind === 'generalTip' ? goalsUrl : shortGoalAddress(siteUrl, goalId)
}

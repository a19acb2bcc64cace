/** A creator's own wording: what it may hold, and what is wrong with it. */
import { chatLimits, chatVariables, count } from './chat-message.ts'
import type { ChatMessageKind, ChatVariable } from './chat-message.ts'
import { toOneLine } from './chat-text.ts'
import type { ChatPlatform } from './entities.ts'

/** The longest text that is kept, on whatever platform. */
export const templateTextLimit = 500

/** So much is kept free of names and amounts: less says nothing. */
const leastRoom: Record<Exclude<ChatVariable, 'goal URL'>, number> = { user: 15, goal: 15, amount: 12 }

export interface TemplatePlace {
  kind: ChatMessageKind
  platform: ChatPlatform
  /** The address that `{goal URL}` stands for there. */
  url: string
}

/** What a creator may use in a kind of message; a general tip goes toward no goal. */
export function variablesOf(kind: ChatMessageKind): ChatVariable[] {
  return chatVariables.filter((variable) => kind !== 'generalTip' || variable !== 'goal')
}

/** What is wrong with a wording, in one sentence that says what to do; undefined when nothing is. */
export function findTemplateFault(text: string, place: TemplatePlace): string | undefined {
  const line = toOneLine(text)
  if (line === '') return 'Please write something, or go back to Brimful’s wording.'
  if (/^[/.!\\]/.test(line)) return 'A message cannot begin with / . ! or \\, which chats read as a command.'
  return findVariableFault(line, place.kind) ?? findLengthFault(line, place)
}

function findVariableFault(line: string, kind: ChatMessageKind): string | undefined {
  const usable = variablesOf(kind)
  const names = usable.map((name) => `{${name}}`).join(', ')
  for (const [whole, name = ''] of line.matchAll(/\{([^{}]*)\}/g)) {
    if (kind === 'generalTip' && name === 'goal') {
      return 'A general tip goes towards no goal: please leave out {goal}. {goal URL} is your page.'
    }
    const variable = usable.find((known) => known === name)
    if (!variable) return `There is no ${whole}. You can use ${names}.`
    if (count(line, variable) > 1) return `Please use ${whole} only once.`
  }
  if (/[{}]/.test(line.replace(/\{[^{}]*\}/g, ''))) return 'Please close every { with a }.'
  return undefined
}

function findLengthFault(line: string, { platform, url }: TemplatePlace): string | undefined {
  const limit = Math.min(chatLimits[platform] - roomNeeded(line, url), templateTextLimit)
  const length = line.replace(/\{[^{}]*\}/g, '').length
  const over = Math.max(length - limit, line.length - templateTextLimit)
  if (over <= 0) return undefined
  if (over === 1) return 'That is too long for this chat: please shorten it by 1 character.'
  return `That is too long for this chat: please shorten it by ${over} characters.`
}

function roomNeeded(line: string, url: string): number {
  const needs = { ...leastRoom, 'goal URL': url.length }
  return chatVariables.reduce((sum, name) => sum + count(line, name) * needs[name], 0)
}

/** A goal's id where none is meant: what counts is how long it is. */
const anyGoal = '3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5'

/** What `{goal URL}` stands for in a kind of message: a goal's page, or the creator's own. */
export function chatAddress(kind: ChatMessageKind, goalsUrl: string, goaluuid = anyGoal): string {
  return kind === 'generalTip' ? goalsUrl : `${goalsUrl}/${goaluuid}`
}

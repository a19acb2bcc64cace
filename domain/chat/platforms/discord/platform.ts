import type { ChatService } from '../platform.ts'
import { escapeMarkdown } from './escape-markdown.ts'

export const discord: ChatService<'discord'> = { escape: escapeMarkdown }

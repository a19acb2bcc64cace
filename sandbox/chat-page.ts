/** Renders web pages that show a chat: one channel's messages, the newest first, refreshed every second. */
import type { Router } from 'express'
import { escapeHtml, page } from './page.ts'

/** One message as the pages and their JSON show it. */
export interface ChatLine {
  at: string
  user: string
  text: string
}

interface ChatChannel {
  /** The channel's name as in the page's address. */
  name: string
  title: string
  lines: ChatLine[]
  /** Markup below the chat. */
  footerHtml?: string
}

/** Adds `GET path/:channel`, the page, and `GET path/:channel/messages`, the messages as JSON. */
export function addChatPages(
  router: Router,
  path: string,
  provider: string,
  find: (channel: string) => ChatChannel | undefined,
): void {
  router.get(`${path}/:channel`, (request, response) => {
    const channel = find(request.params.channel)
    if (!channel) return void response.status(404).send(missingChannelPage(provider))
    const list = `<ol class="chat" aria-label="Chat" data-source="${escapeHtml(`${path}/${channel.name}/messages`)}"></ol>
<p role="status" class="note">Loading…</p>`
    response.send(page(channel.title, `${list}${channel.footerHtml ?? ''}<script>${chatScript}</script>`))
  })
  router.get(`${path}/:channel/messages`, (request, response) => {
    const channel = find(request.params.channel)
    if (!channel) return void response.status(404).json({ error: `${provider} has no such channel.` })
    response.json(channel.lines)
  })
}

/** Returns the page for an unknown channel. */
export function missingChannelPage(provider: string): string {
  return page('Channel not found', `<p>There is no such channel on this ${provider} stand-in.</p>`)
}

/** Adds a line to a channel's history, which keeps the latest 300. */
export function addChatLine(messages: Record<string, ChatLine[]>, channel: string, line: ChatLine): void {
  messages[channel] = [...(messages[channel] ?? []), line].slice(-maxLines)
}

const maxLines = 300

const chatScript = `
  const list = document.querySelector('ol.chat')
  const status = document.querySelector('[role=status]')
  function render({ at, user, text }) {
    const item = document.createElement('li')
    const time = document.createElement('time')
    const name = document.createElement('b')
    time.dateTime = at
    time.textContent = new Date(at).toLocaleTimeString()
    name.textContent = user
    item.append(time, name, document.createTextNode(text))
    return item
  }
  async function refresh() {
    try {
      const lines = await (await fetch(list.dataset.source)).json()
      list.replaceChildren(...lines.reverse().map(render))
      status.textContent = lines.length ? '' : 'No messages yet.'
    } catch {
      status.textContent = 'The sandbox is not responding.'
    }
  }
  refresh()
  setInterval(refresh, 1000)
`

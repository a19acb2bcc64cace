/** A page that shows one chat as it happens, the newest line on top. */
import { escapeHtml, page } from './page.ts'

/** One line of a chat, as the pages and the JSON beside them tell it. */
export interface ChatLine {
  at: string
  user: string
  text: string
}

const chatScript = `
  const list = document.querySelector('ol.chat')
  const status = document.querySelector('[role=status]')
  function lineOf({ at, user, text }) {
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
      list.replaceChildren(...lines.reverse().map(lineOf))
      status.textContent = lines.length ? '' : 'Nobody has written yet.'
    } catch {
      status.textContent = 'The sandbox does not answer.'
    }
  }
  refresh()
  setInterval(refresh, 1000)
`

/** The chat at `messagesUrl`, read anew every second; `moreHtml` (markup) stands under it. */
export function chatPage(title: string, messagesUrl: string, moreHtml = ''): string {
  const list = `<div class="card"><ol class="chat" aria-label="Chat" data-source="${escapeHtml(messagesUrl)}"></ol>
<p role="status" class="quiet">Loading…</p></div>`
  return page(title, `${list}${moreHtml}<script>${chatScript}</script>`)
}

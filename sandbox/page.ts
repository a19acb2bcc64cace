/** Lays out the sandbox's HTML pages, and escapes texts so that they cannot become markup. */
import type { Response } from 'express'

/** Renders a whole page. `title` is plain text; `bodyHtml` is markup whose texts are already escaped. */
export type Page = (title: string, bodyHtml: string) => string

interface Theme {
  name: string
  /** The letter in front of the provider's name at the top of a page. */
  mark: string
  /** The last word of the sentence "you never need a real …" in the footer, such as `account`. */
  never: string
  ink: string
  ground: string
  brand: string
  tag: string
  primary: string
  /** The corner radius of a button. */
  radius: string
  /** The width of the text column. */
  width: string
}

/** Returns a renderer of pages in one provider's colours. */
export function createPage(theme: Theme): Page {
  const { name, mark, never } = theme
  const styles = styleSheet(theme)
  return (title, bodyHtml) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · ${name} sandbox</title>
<style>${styles}</style>
</head>
<body>
<header><span class="mark" aria-hidden="true">${mark}</span> ${name} <a class="tag" href="/">Sandbox</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${bodyHtml}
</main>
<footer>A ${name} stand-in on this machine. No real money moves, and you never need a real ${never}.</footer>
</body>
</html>`
}

/** The layout of pages that belong to no payment provider. */
export const page = createPage({
  name: 'Brimful',
  mark: 'B',
  never: 'account',
  ink: '#1b1530',
  ground: '#fffbf5',
  brand: '#6c4cf1',
  tag: '#ffb020',
  primary: '#6c4cf1',
  radius: '2rem',
  width: '48rem',
})

/** Sends a page that must not be cached. */
export function sendPage(response: Response, status: number, html: string): void {
  response.status(status).set('cache-control', 'no-store').type('html').send(html)
}

/** Makes text safe inside an element and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Returns a time, in milliseconds or ISO 8601, as the pages show it: UTC to the second. */
export function formatTime(time: number | string): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns hidden fields that carry values through a form. */
export function hiddenFields(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : { name, value }))
    .map(({ name, value }) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
}

/** Returns a check box or a radio button; its label is HTML. */
export function choice(
  type: 'checkbox' | 'radio',
  name: string,
  labelHtml: string,
  { value = 'on', isChecked = true }: { value?: string; isChecked?: boolean } = {},
): string {
  const checked = isChecked ? ' checked' : ''
  return `<label class="check"><input type="${type}" name="${name}" value="${escapeHtml(value)}"${checked}> ${labelHtml}</label>`
}

/** Returns a table with a column for each heading; each row is a list of cells, which are HTML. */
export function table(headings: readonly string[], rows: readonly string[][], className = ''): string {
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<table class="${className}"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

function styleSheet({ ink, ground, brand, tag, primary, radius, width }: Theme): string {
  return `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: ${ink}; background: ${ground}; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; }
header, main, footer { width: min(100%, ${width}); padding: 1rem 1.5rem; }
header { display: flex; align-items: center; gap: .5rem; font-weight: 700; color: ${brand}; }
.mark { background: ${brand}; color: #fff; border-radius: .4rem; width: 1.6rem; text-align: center; }
.tag { margin-left: auto; background: ${tag}; color: ${ink}; border-radius: 1rem; padding: 0 .7rem; font-size: .8rem; text-decoration: none; }
main { background: #fff; border-radius: 1rem; box-shadow: 0 1px 12px ${ink}1a; padding: 1.5rem; }
main:has(table.wide) { width: min(100%, 72rem); overflow-x: auto; }
h1 { font-size: 1.3rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
a { color: ${brand}; }
.amount { font-size: 2.4rem; font-weight: 700; margin: .5rem 0; }
.error { background: #fde8ec; color: #8f1237; border-radius: .5rem; padding: .6rem .8rem; }
.note, footer { color: ${ink}c0; font-size: .85rem; }
form { display: grid; gap: .75rem; margin-top: 1rem; }
fieldset { display: grid; gap: .5rem; border: 0; padding: 0; margin: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
label { display: grid; gap: .25rem; font-size: .9rem; }
label.check { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
label.check input { width: auto; }
input { font: inherit; padding: .5rem .6rem; border: 1px solid ${ink}80; border-radius: .5rem; width: 100%; }
button { font: inherit; padding: .6rem 1rem; color: ${ink}; border: 1px solid ${ink}80; border-radius: ${radius}; background: #fff; cursor: pointer; }
button:hover { background: ${ground}; }
button.primary { background: ${primary}; border-color: ${primary}; color: #fff; font-weight: 600; }
button.primary:hover { filter: brightness(.85); }
button.account { border-radius: .75rem; text-align: left; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid ${tag}; outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid ${ink}1a; vertical-align: top; }
td form { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; }
td button { padding: .15rem .7rem; font-size: .85rem; white-space: nowrap; }
code { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
iframe { width: 100%; height: 560px; border: 1px solid ${ink}1a; border-radius: .75rem; }
ol.chat { min-height: 2.5rem; padding: 0; margin: 0; list-style: none; }
ol.chat li { padding: .4rem 0; border-bottom: 1px solid ${ink}1a; overflow-wrap: anywhere; }
ol.chat time { margin-right: .5rem; color: ${ink}c0; font-size: .85rem; }
ol.chat b { margin-right: .4rem; }
`
}

/** The web pages of the payment stand-ins. No inline script or style, so that any host's policy lets them through. */
import type { Response } from 'express'
import { escapeHtml } from './page.ts'

export interface Provider {
  name: string
  /** The letter before its name. */
  mark: string
  /** Where it is mounted; its style sheet is at `<base>/assets/style.css`. */
  base: string
  /** What nobody is asked for. */
  means: string
}

/** Makes whole pages of a provider; `title` is text, `body` is HTML whose texts went through `escapeHtml`. */
export function pagesOf({ name, mark, base, means }: Provider): (title: string, body: string) => string {
  return (title, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · ${name} sandbox</title>
<link rel="stylesheet" href="${base}/assets/style.css">
</head>
<body>
<header><span class="mark" aria-hidden="true">${mark}</span> ${name} <span class="tag">Sandbox</span></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer>A stand-in for ${name} on this machine. No real money moves, and no real ${means} is asked for.</footer>
</body>
</html>`
}

/** Answers with a page that is not kept by any cache. */
export function sendPage(response: Response, status: number, html: string): void {
  response.status(status).set('cache-control', 'no-store').type('html').send(html)
}

/** A table as wide as the window; `heads` and `rows` are HTML. */
export function wideTable(heads: string[], rows: string[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  return `<table class="wide"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** A form of buttons about one thing, which posts its id to `action`. */
export function buttonForm(action: string, name: string, id: string, buttons: string): string {
  return `<form method="post" action="${action}"><input type="hidden" name="${name}" value="${id}">${buttons}</form>`
}

export interface Look {
  ink: string
  ground: string
  brand: string
  tag: string
  quiet: string
  edge: string
  line: string
  hover: string
  primary: string
  primaryHover: string
  ring: string
  /** How round a button is. */
  radius: string
}

/** The style sheet of a provider's pages. */
export function styleSheetOf(look: Look): string {
  return `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: ${look.ink}; background: ${look.ground}; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; }
header, main, footer { box-sizing: border-box; width: min(100%, 30rem); padding: 1rem 1.5rem; }
header { display: flex; align-items: center; gap: .5rem; font-weight: 700; color: ${look.brand}; }
.mark { background: ${look.brand}; color: #fff; border-radius: .4rem; width: 1.6rem; text-align: center; }
.tag { margin-left: auto; background: ${look.tag}; color: ${look.ink}; border-radius: 1rem; padding: 0 .7rem; font-size: .8rem; }
main { background: #fff; border-radius: 1rem; box-shadow: 0 1px 12px ${look.ink}1a; padding: 1.5rem; }
main:has(table.wide) { width: min(100%, 72rem); overflow-x: auto; }
h1 { font-size: 1.2rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.amount { font-size: 2.4rem; font-weight: 700; margin: .5rem 0; }
.error { background: #fde8ec; color: #8f1237; border-radius: .5rem; padding: .6rem .8rem; }
.note, footer { color: ${look.quiet}; font-size: .85rem; }
form { display: grid; gap: .75rem; margin-top: 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
label { display: grid; gap: .25rem; font-size: .9rem; }
label.check { display: flex; gap: .5rem; align-items: center; }
input, select { font: inherit; padding: .5rem .6rem; border: 1px solid ${look.edge}; border-radius: .5rem; width: 100%; box-sizing: border-box; }
label.check input { width: auto; }
button { font: inherit; padding: .6rem 1rem; border: 1px solid ${look.edge}; border-radius: ${look.radius}; background: #fff; cursor: pointer; }
button:hover { background: ${look.hover}; }
button.primary { background: ${look.primary}; border-color: ${look.primary}; color: #fff; font-weight: 600; }
button.primary:hover { background: ${look.primaryHover}; }
:focus-visible { outline: 3px solid ${look.ring}; outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid ${look.line}; vertical-align: top; }
td form { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; }
td button { padding: .15rem .7rem; font-size: .85rem; white-space: nowrap; }
`
}

/** The shell of the stand-in's web pages. No inline script or style, so that any host's policy lets them through. */
import type { Response } from 'express'

/** A whole page; `title` is text, `body` is HTML whose texts went through `escape`. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)} · PayPal sandbox</title>
<link rel="stylesheet" href="/paypal/assets/style.css">
</head>
<body>
<header><span class="mark" aria-hidden="true">P</span> PayPal <span class="tag">Sandbox</span></header>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
<footer>A stand-in for PayPal on this machine. No real money moves, and no real account is asked for.</footer>
</body>
</html>`
}

/** Answers with a page that is not kept by any cache. */
export function sendPage(response: Response, status: number, html: string): void {
  response.status(status).set('cache-control', 'no-store').type('html').send(html)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes a text harmless inside HTML and its attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** The look: a quiet wallet. */
export const styleSheet = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1c2430; background: #eef2f7; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; }
header, main, footer { box-sizing: border-box; width: min(100%, 30rem); padding: 1rem 1.5rem; }
header { display: flex; align-items: center; gap: .5rem; font-weight: 700; color: #003087; }
.mark { background: #003087; color: #fff; border-radius: .4rem; width: 1.6rem; text-align: center; font-style: italic; }
.tag { margin-left: auto; background: #ffc439; color: #1c2430; border-radius: 1rem; padding: 0 .7rem; font-size: .8rem; }
main { background: #fff; border-radius: 1rem; box-shadow: 0 1px 12px #1c24301a; padding: 1.5rem; }
main:has(table) { width: min(100%, 72rem); overflow-x: auto; }
h1 { font-size: 1.2rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.amount { font-size: 2.4rem; font-weight: 700; margin: .5rem 0; }
.note, footer { color: #5a6575; font-size: .85rem; }
form { display: grid; gap: .75rem; margin-top: 1rem; }
label { display: grid; gap: .25rem; font-size: .9rem; }
label.check { display: flex; gap: .5rem; align-items: center; }
input { font: inherit; padding: .5rem .6rem; border: 1px solid #8a94a3; border-radius: .5rem; }
button { font: inherit; padding: .6rem 1rem; border: 1px solid #8a94a3; border-radius: 2rem; background: #fff; cursor: pointer; }
button:hover { background: #f2f5f9; }
button.primary { background: #0057b8; border-color: #0057b8; color: #fff; font-weight: 600; }
button.primary:hover { background: #003f88; }
:focus-visible { outline: 3px solid #ffc439; outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #dde3ea; vertical-align: top; }
td form { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; }
td button { padding: .15rem .7rem; font-size: .85rem; white-space: nowrap; }
`

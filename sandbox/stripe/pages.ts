/** The shell of the stand-in's web pages. No inline script or style, so that any host's policy lets them through. */
import type { Response } from 'express'
import { escapeHtml } from '../page.ts'

/** A whole page; `title` is text, `body` is HTML whose texts went through `escapeHtml`. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Stripe sandbox</title>
<link rel="stylesheet" href="/stripe/assets/style.css">
</head>
<body>
<header><span class="mark" aria-hidden="true">S</span> Stripe <span class="tag">Sandbox</span></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer>A stand-in for Stripe on this machine. No real money moves, and no real card is asked for.</footer>
</body>
</html>`
}

/** Answers with a page that is not kept by any cache. */
export function sendPage(response: Response, status: number, html: string): void {
  response.status(status).set('cache-control', 'no-store').type('html').send(html)
}

/** What an amount looks like to the payer. */
export function showMinor(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}

export const styleSheet = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1a1f36; background: #f6f8fa; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; }
header, main, footer { box-sizing: border-box; width: min(100%, 30rem); padding: 1rem 1.5rem; }
header { display: flex; align-items: center; gap: .5rem; font-weight: 700; color: #4b3fd6; }
.mark { background: #4b3fd6; color: #fff; border-radius: .4rem; width: 1.6rem; text-align: center; }
.tag { margin-left: auto; background: #ffd58a; color: #1a1f36; border-radius: 1rem; padding: 0 .7rem; font-size: .8rem; }
main { background: #fff; border-radius: 1rem; box-shadow: 0 1px 12px #1a1f361a; padding: 1.5rem; }
main:has(table.wide) { width: min(100%, 72rem); overflow-x: auto; }
h1 { font-size: 1.2rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.amount { font-size: 2.4rem; font-weight: 700; margin: .5rem 0; }
.error { background: #fde8ec; color: #8f1237; border-radius: .5rem; padding: .6rem .8rem; }
.note, footer { color: #596171; font-size: .85rem; }
form { display: grid; gap: .75rem; margin-top: 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
label { display: grid; gap: .25rem; font-size: .9rem; }
label.check { display: flex; gap: .5rem; align-items: center; }
input, select { font: inherit; padding: .5rem .6rem; border: 1px solid #8792a2; border-radius: .5rem; width: 100%; box-sizing: border-box; }
label.check input { width: auto; }
button { font: inherit; padding: .6rem 1rem; border: 1px solid #8792a2; border-radius: .5rem; background: #fff; cursor: pointer; }
button:hover { background: #f2f4f8; }
button.primary { background: #4b3fd6; border-color: #4b3fd6; color: #fff; font-weight: 600; }
button.primary:hover { background: #3a2fb8; }
:focus-visible { outline: 3px solid #ffb020; outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #e3e8ee; vertical-align: top; }
td form { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; }
td button { padding: .15rem .7rem; font-size: .85rem; white-space: nowrap; }
`

/** The shell that the sandbox's own pages share, and the escaping that keeps strangers' words out of the markup. */

const styles = `
  :root { color-scheme: light; font-family: Figtree, system-ui, sans-serif; color: #1b1530; background: #fffbf5 }
  * { box-sizing: border-box }
  body { margin: 0; font-size: 16px; line-height: 1.5 }
  header { padding: 12px 24px; background: #ffb020; font-weight: 600 }
  header a { color: inherit; text-decoration: none }
  main { max-width: 760px; margin: 0 auto; padding: 24px 24px 64px }
  h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.2 }
  h2 { margin: 32px 0 8px; font-size: 18px }
  a { color: #6c4cf1 }
  table { width: 100%; border-collapse: collapse }
  th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid #1b15301a; text-align: left; vertical-align: top }
  code { padding: 1px 6px; border-radius: 6px; background: #1b15300d; overflow-wrap: anywhere }
  td:first-child code { white-space: nowrap }
  .card { padding: 20px; margin: 16px 0; border: 1px solid #1b15301a; border-radius: 12px; background: #fff }
  .quiet { color: #1b1530b3 }
  .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
  label { display: block; padding: 6px 0 }
  input[type=text], input[type=email] { width: 100%; padding: 10px 12px; font: inherit; border: 1px solid #1b153066;
    border-radius: 12px }
  button { padding: 10px 20px; font: inherit; font-weight: 600; color: #1b1530; border: 1px solid #1b153066;
    border-radius: 999px; background: #fff; cursor: pointer }
  button.main { border-color: #ff6b4a; background: linear-gradient(90deg, #ffb020, #ff6b4a) }
  button:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid #6c4cf1; outline-offset: 2px }
  ol.chat { min-height: 40px; padding: 0; margin: 0; list-style: none }
  ol.chat li { padding: 6px 0; border-bottom: 1px solid #1b15301a; overflow-wrap: anywhere }
  ol.chat time { margin-right: 8px; color: #1b1530b3; font-size: 14px; font-variant-numeric: tabular-nums }
  ol.chat b { margin-right: 6px }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
  iframe { width: 100%; height: 560px; border: 1px solid #1b15301a; border-radius: 12px; background: #fff }
`

/** A whole HTML page; `bodyHtml` is markup, so everything in it that people wrote is escaped already. */
export function page(title: string, bodyHtml: string): string {
  const name = escapeHtml(title)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${name} · Sandbox</title><style>${styles}</style></head>
<body><header><a href="/">Sandbox</a>: a stand-in on this machine. No real money, no real accounts.</header>
<main><h1>${name}</h1>${bodyHtml}</main></body></html>`
}

/** Makes text safe inside an element and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Hidden fields that carry values through a form. */
export function hiddenFields(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : { name, value }))
    .map(({ name, value }) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
}

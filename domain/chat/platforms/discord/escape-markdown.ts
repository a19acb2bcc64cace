/**
 * Escapes other people's text for Discord, which reads messages as Markdown: Discord's formatting characters, and those that begin a heading, a quote or a list at the start of a line, so that Discord
 * shows them and does not apply them: support.discord.com, "Markdown Text 101".
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\*_~|`<>[\]()#]/g, String.raw`\$&`)
    .replace(/^(\s*)([-+])/, String.raw`$1\$2`)
    .replace(/^(\s*\d+)\./, String.raw`$1\.`)
}

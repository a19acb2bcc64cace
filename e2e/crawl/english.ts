/** Finds English texts of ours on a page for German readers. */
import type { Page } from 'playwright-core'
import { m } from '../../i18n/compiled/messages.js'

/** The English texts without parameters whose German version is different. */
const english = listEnglish()

/** Returns the page's English texts, also those for screen readers, and its language if that is not German. */
export async function findEnglish(page: Page): Promise<string[]> {
  const { language, texts } = await page.evaluate(() => {
    const lines = document.body.innerText.split('\n')
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    return { language: document.documentElement.lang, texts: [document.title, ...lines, ...attributes] }
  })
  const found = texts.map((text) => text.trim()).filter((text) => english.has(text))
  return language === 'de' ? found : [`lang="${language}"`, ...found]
}

function listEnglish(): Set<string> {
  const marked = new Proxy({}, { get: () => '\u0001' })
  const messages = Object.values(m) as ((values: object, to: { locale: 'en' | 'de' }) => string)[]
  const german = new Set(messages.map((message) => message(marked, { locale: 'de' })))
  const texts = messages.map((message) => message(marked, { locale: 'en' }))
  // This English text is also the title of a goal in the demo.
  const demoTitle = m.landing_example_goal_1({}, { locale: 'en' })
  const isOurs = (text: string) => !text.includes('\u0001') && !german.has(text) && text !== demoTitle
  return new Set(texts.filter(isOurs))
}

/** Fills in fields as input methods and programs do. */
import type { Locator, Page } from 'playwright-core'

/**
 * Composes a text in a field and ends that with Enter, as an input method does: its keys have no meaning of their own
 * (https://www.w3.org/TR/uievents/#events-composition-key-events).
 */
export async function composeIn(page: Page, box: Locator): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await box.focus()
  await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  for (const key of ['ArrowDown', 'Enter'])
    await box.evaluate((field, name) => {
      const event = { key: name, keyCode: 229, isComposing: true, bubbles: true, cancelable: true }
      field.dispatchEvent(new KeyboardEvent('keydown', event))
    }, key)
  await cdp.send('Input.insertText', { text: '日本' })
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', windowsVirtualKeyCode: 13 })
  await cdp.detach()
}

/**
 * Sets the text of a field as password managers and other extensions do: without keys, past the property that React watches
 * (https://github.com/react/react/issues/1159).
 */
export async function setByProgram(box: Locator, text: string): Promise<void> {
  await box.focus()
  await box.evaluate((field, value) => {
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
  }, text)
}

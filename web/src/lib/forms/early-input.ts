/**
 * Reads what the visitor entered into a page that the server has rendered, before React took it over. React keeps these values in the
 * document and knows nothing of them: its state would show, and send, something else. It could replay them as changes, but only behind a
 * flag of its own builds: https://github.com/react/react/pull/33129
 */
import { useEffect, useLayoutEffect, useRef } from 'react'

/** Returns what was typed into a text field, or chosen in a list; undefined if the visitor has left it as rendered. */
export function enteredIn(form: HTMLElement | null, name: string): string | undefined {
  const field = form?.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    `:is(input:not([type=hidden]), textarea, select)[name=${name}]`,
  )
  return field && field.value !== renderedValue(field) ? field.value : undefined
}

/** Returns whether a switch was switched on or off; undefined if the visitor has left it as rendered. */
export function switchedIn(form: HTMLElement | null, name: string): boolean | undefined {
  const field = form?.querySelector<HTMLInputElement>(`input[type=checkbox][name=${name}]`)
  return field && field.checked !== field.defaultChecked ? field.checked : undefined
}

function renderedValue(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  if (!('options' in field)) return field.defaultValue
  const options = [...field.options]
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? ''
}

/**
 * Keeps what the visitor chose in a rendered list before its code had loaded: as React takes a list over, it changes neither the list
 * nor its own state. `value` is the list's value, and `choose` is called with what was chosen. Returns the reference for the list.
 */
export function useEarlyChoice(name: string, value: string, choose: (chosen: string) => void) {
  const list = useRef<HTMLSelectElement>(null)
  const early = useRef<string>(undefined)
  // oxlint-disable react-hooks/exhaustive-deps -- only what was chosen when the page was hydrated counts
  useLayoutEffect(() => {
    early.current = enteredIn(list.current?.form ?? null, name)
    if (early.current === undefined && list.current) list.current.value = value
  }, [])
  useEffect(() => {
    if (early.current !== undefined) choose(early.current)
  }, []) // after a saved choice is loaded, which it replaces
  // oxlint-enable react-hooks/exhaustive-deps
  return list
}

/**
 * Keeps what the visitor typed into an empty rendered text field before its code had loaded: `take` is called with the text, and then
 * `resume` if the field still has the focus. Returns the reference for the field.
 */
export function useEarlyText(take: (text: string) => void, resume: () => void) {
  const field = useRef<HTMLInputElement>(null)
  // oxlint-disable react-hooks/exhaustive-deps -- only what was typed when the page was hydrated counts
  useLayoutEffect(() => {
    if (!field.current?.value) return
    take(field.current.value)
    if (document.activeElement === field.current) resume()
  }, [])
  // oxlint-enable react-hooks/exhaustive-deps
  return field
}

/** A ref that focuses an element when it is mounted. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus()
}

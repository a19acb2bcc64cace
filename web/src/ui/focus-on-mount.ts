/** For a field that comes when it is needed, and is what is needed next. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus()
}

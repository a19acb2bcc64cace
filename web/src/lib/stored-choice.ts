/** Returns a choice that this browser remembers; undefined if it has none. */
export function readChoice(key: string): string | undefined {
  try {
    return localStorage.getItem(`brimful.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers a choice in this browser. */
export function saveChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(`brimful.${key}`, choice)
  } catch (error) {
    console.error(error) // a full or blocked storage must not stop the panel
  }
}

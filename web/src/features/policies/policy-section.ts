/** One part of a policy: its anchor, its title and its text, from the catalogue. */
export interface PolicySection {
  id: string
  title: () => string
  text: () => string
}

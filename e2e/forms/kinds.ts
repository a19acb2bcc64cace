/** What people type and paste that a form does not expect. */
export interface Kind {
  name: string
  /** Returns what is typed into a field that takes `good`. */
  typed: (good: string) => string
  /** Whether a program sets it, as password managers do, instead of typing it. */
  isSet?: boolean
}

export const kinds: Kind[] = [
  { name: 'from right to left', typed: () => 'مرحبا \u202Eabc\u202C' },
  { name: 'full-width digits', typed: () => '１２' },
  { name: 'NUL', typed: (good) => `${good}\u0000` },
  { name: 'invisible characters', typed: (good) => `\u202A${good}\u200B\u202C` },
  { name: 'blanks around it', typed: (good) => `\u00A0 ${good} \t` },
  { name: 'only blanks', typed: () => ' \u00A0 ' },
  { name: '10,000 characters', typed: () => 'nine char '.repeat(1000) },
  { name: 'emoji with joiners', typed: () => '👩‍👩‍👧‍👦🏳️‍🌈' },
  { name: 'cells of a spreadsheet', typed: () => '12\t34\r\n56\t78' },
  { name: 'what another field takes', typed: () => 'ada lovelace@brimful.example' },
]

/** What a field takes, put there by a program. */
export const byProgram: Kind = { name: 'set by a program', typed: (good) => good, isSet: true }

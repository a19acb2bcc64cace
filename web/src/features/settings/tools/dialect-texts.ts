import type { DialectName } from '../../../../../contract/tools/dialects.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

interface DialectTexts {
  name: () => string
  hint: () => string
  /** What its secret is called, what to do with it, and what a new one changes. */
  secret: () => string
  secretHint: () => string
  replace: () => string
}

/** Each dialect in the words of the settings. */
export const dialectTexts: Record<DialectName, DialectTexts> = {
  standard: {
    name: m.webhooks_dialect_standard,
    hint: m.webhooks_dialect_standard_hint,
    secret: m.webhooks_secret,
    secretHint: m.webhooks_secret_hint,
    replace: m.webhooks_replace_text,
  },
  'ko-fi': {
    name: m.webhooks_dialect_ko_fi,
    hint: m.webhooks_dialect_ko_fi_hint,
    secret: m.webhooks_token,
    secretHint: m.webhooks_token_hint,
    replace: m.webhooks_replace_token_text,
  },
}

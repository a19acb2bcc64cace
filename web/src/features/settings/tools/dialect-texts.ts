import type { DialectName } from '../../../../../contract/tools/dialects.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

interface DialectTexts {
  name: () => string
  hint: () => string
  /** About the secret: what it is called, what to do with it, and what a new one changes. */
  secret?: Record<'label' | 'hint' | 'replace', () => string>
  /** Where the creator finds the token to enter, where it is theirs. */
  tokenHint?: () => string
}

/** Each dialect in the words of the settings. */
export const dialectTexts: Record<DialectName, DialectTexts> = {
  standard: {
    name: m.webhooks_dialect_standard,
    hint: m.webhooks_dialect_standard_hint,
    secret: { label: m.webhooks_secret, hint: m.webhooks_secret_hint, replace: m.webhooks_replace_text },
  },
  'ko-fi': {
    name: m.webhooks_dialect_ko_fi,
    hint: m.webhooks_dialect_ko_fi_hint,
    secret: { label: m.webhooks_token, hint: m.webhooks_token_hint, replace: m.webhooks_replace_token_text },
  },
  streamlabs: {
    name: m.webhooks_dialect_streamlabs,
    hint: m.webhooks_dialect_streamlabs_hint,
    tokenHint: m.webhooks_streamlabs_token_hint,
  },
  streamelements: {
    name: m.webhooks_dialect_streamelements,
    hint: m.webhooks_dialect_streamelements_hint,
    tokenHint: m.webhooks_streamelements_token_hint,
  },
}

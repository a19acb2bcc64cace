import type { ShowAlert, TipAlert } from '../../contract/alerts/alert.ts'

/** Builds the alert of a general tip by Ada. */
export function buildAlert(changes: Partial<TipAlert> = {}): TipAlert {
  const { seq = 1 } = changes
  return {
    id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    seq,
    kind: 'tip',
    isTest: false,
    name: 'Ada',
    message: null,
    amount: 10_00,
    currency: 'gbp',
    goal: null,
    at: '2026-01-05T12:00:00.000Z',
    ...changes,
  }
}

/** Builds the alert of Ada's hundred bits. */
export function buildShowAlert(
  show: Partial<ShowAlert['show']> = {},
  changes: Partial<ShowAlert> = {},
): ShowAlert {
  const { id, seq, isTest, name, message, at } = buildAlert()
  return {
    id,
    seq,
    isTest,
    name,
    message,
    at,
    kind: 'show',
    show: { kind: 'cheer', source: 'tool', title: null, quantity: 100, unit: null, ...show },
    ...changes,
  }
}

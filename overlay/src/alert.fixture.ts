import type { Alert } from '../../contract/sockets.ts'

/** Builds the alert of a general tip by Ada. */
export function buildAlert(changes: Partial<Alert> = {}): Alert {
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

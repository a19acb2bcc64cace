import type { SignUp, SignUpStep } from '../../contract/accounts/sign-up-calls.ts'
import type { SignUpRow } from '../../db/account-tables.ts'
import { codeExpiry, codeResend, codeRules } from './finish-sign-up.ts'

/** Converts a sign-up to the steps of the wizard. */
export function toSignUp(row: SignUpRow): SignUp {
  return {
    step: stepOf(row),
    email: row.email,
    username: row.name,
    creatorORsupporter: row.accountType && (row.accountType === 1 ? 'creator' : 'supporter'),
    currency: row.currency,
    customUserName: row.userName,
    ProfilePic: row.image,
    isGoogleAccount: row.googleId !== null,
    DisplayName: row.displayName,
    About: row.bio,
    code: row.codeSentAt && {
      expiresAt: codeExpiry(row.codeSentAt).toISOString(),
      resendAt: codeResend(row.codeSentAt).toISOString(),
      attemptsLeft: codeRules.attempts - row.codeAttempts,
    },
    now: new Date().toISOString(),
  }
}

function stepOf({ accountType, userName, isDescribed, googleId }: SignUpRow): SignUpStep {
  if (!accountType) return 'select-role'
  if (!userName) return 'select-url'
  if (!isDescribed) return 'select-profile-picture'
  return googleId ? 'about-yourself' : 'OTP-verification'
}

/** What each letter says, in the language of whoever reads it. */
import { dateLocale } from '../../contract/locale.ts'
import type { Locale } from '../../contract/locale.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { Letter } from './account-mail.ts'

export interface LetterSite {
  publicUrl: string
  supportEmail: string
}

export interface LetterContent {
  subject: string
  before: string[]
  code?: string
  /** What is read line by line: a name, and what it is. */
  facts?: [name: string, text: string][]
  button?: { label: string; url: string }
  after: string[]
}

/** Where a letter comes from, and in which language it is written. */
type Setting = LetterSite & { locale: Locale }

/** The words of a letter. */
export function contentOf(letter: Letter, to: Setting): LetterContent {
  switch (letter.kind) {
    case 'sign-up-code':
      return signUpCode(letter.code, to)
    case 'sign-up-known':
      return signUpKnown(to)
    case 'reset-password':
      return resetPassword(letter.name, letter.token, to)
    case 'reset-unknown':
      return resetUnknown(to)
    case 'password-changed':
      return passwordChanged(letter.name, to)
    case 'confirm-email':
      return confirmEmail(letter.token, to)
    case 'google-linked':
      return googleLinked(letter.name, to)
    case 'two-factor-on':
      return twoFactor(
        letter.name,
        m.mail_two_factor_on_subject({}, to),
        m.mail_two_factor_on_text({}, to),
        to,
      )
    case 'two-factor-off':
      return twoFactor(
        letter.name,
        m.mail_two_factor_off_subject({}, to),
        m.mail_two_factor_off_text({}, to),
        to,
      )
    case 'email-in-use':
      return emailInUse(to)
    case 'data-export':
      return dataExport(letter.name, to)
    case 'deletion-asked':
      return deletionAsked(letter.name, letter.dueAt, to)
    case 'deletion-stopped':
      return deletionStopped(letter.name, to)
    case 'email-changed':
      return emailChanged(letter.name, letter.email, to)
    case 'receipt':
      return receipt(letter, to)
  }
}

function signUpCode(code: string, to: Setting): LetterContent {
  return {
    subject: m.mail_code_subject({ code }, to),
    before: [m.mail_code_text({}, to)],
    code,
    after: [m.mail_code_after({}, to)],
  }
}

function signUpKnown(to: Setting): LetterContent {
  return {
    subject: m.mail_known_subject({}, to),
    before: [m.mail_known_text({}, to), m.mail_known_you({}, to)],
    button: logIn(to),
    after: [m.mail_not_you_nothing({}, to)],
  }
}

function resetPassword(name: string, token: string, to: Setting): LetterContent {
  return {
    subject: m.mail_reset_subject({}, to),
    before: [m.mail_hi({ name }, to), m.mail_reset_text({}, to)],
    button: { label: m.mail_reset_button({}, to), url: linkTo(to, 'reset-password', token) },
    after: [m.mail_reset_after({}, to)],
  }
}

function resetUnknown(to: Setting): LetterContent {
  return {
    subject: m.mail_unknown_subject({}, to),
    before: [m.mail_unknown_text({}, to), m.mail_unknown_you({}, to)],
    after: [m.mail_unknown_after({}, to)],
  }
}

function passwordChanged(name: string, to: Setting): LetterContent {
  return {
    subject: m.mail_password_subject({}, to),
    before: [m.mail_hi({ name }, to), m.mail_password_text({}, to)],
    after: [m.mail_password_after({ forgot: m.login_forgot({}, to), email: to.supportEmail }, to)],
  }
}

function confirmEmail(token: string, to: Setting): LetterContent {
  return {
    subject: m.mail_confirm_subject({}, to),
    before: [m.mail_confirm_text({}, to)],
    button: { label: m.mail_confirm_button({}, to), url: linkTo(to, 'email-verification', token) },
    after: [m.mail_confirm_after({}, to)],
  }
}

function googleLinked(name: string, to: Setting): LetterContent {
  return {
    subject: m.mail_google_subject({}, to),
    before: [m.mail_hi({ name }, to), m.mail_google_text({}, to)],
    after: [notYou(to)],
  }
}

function twoFactor(name: string, subject: string, text: string, to: Setting): LetterContent {
  return { subject, before: [m.mail_hi({ name }, to), text], after: [notYou(to)] }
}

function emailInUse(to: Setting): LetterContent {
  return {
    subject: m.mail_in_use_subject({}, to),
    before: [m.mail_in_use_text({}, to)],
    button: logIn(to),
    after: [m.mail_not_you_nothing({}, to)],
  }
}

function dataExport(name: string, to: Setting): LetterContent {
  return {
    subject: m.mail_export_subject({}, to),
    before: [m.mail_hi({ name }, to), m.mail_export_text({}, to)],
    button: { label: m.mail_export_button({}, to), url: `${to.publicUrl}/dashboard/account-setting#data` },
    after: [m.mail_export_after({ email: to.supportEmail }, to)],
  }
}

function deletionAsked(name: string, dueAt: string, to: Setting): LetterContent {
  const shape = { dateStyle: 'long', timeZone: 'UTC' } as const
  const day = new Date(dueAt).toLocaleDateString(dateLocale(to.locale), shape)
  return {
    subject: m.mail_deletion_subject({}, to),
    before: [m.mail_hi({ name }, to), m.mail_deletion_text({ day }, to), m.mail_deletion_keep({}, to)],
    button: logIn(to),
    after: [m.mail_deletion_after({ email: to.supportEmail }, to)],
  }
}

function deletionStopped(name: string, to: Setting): LetterContent {
  return {
    subject: m.mail_stays_subject({}, to),
    before: [m.mail_hi({ name }, to), m.mail_stays_text({}, to)],
    after: [notYou(to)],
  }
}

function emailChanged(name: string, email: string, to: Setting): LetterContent {
  return {
    subject: m.mail_address_subject({}, to),
    before: [m.mail_hi({ name }, to), m.mail_address_text({ address: masked(email) }, to)],
    after: [m.mail_address_after({ email: to.supportEmail }, to)],
  }
}

function receipt(
  { token, creatorName, amount, facts }: Extract<Letter, { kind: 'receipt' }>,
  to: Setting,
): LetterContent {
  return {
    subject: m.mail_receipt_subject({ amount, name: creatorName }, to),
    before: [m.mail_receipt_text({}, to)],
    facts,
    // Behind the mark a browser keeps it to itself: no server on the way sees it.
    button: { label: m.receipt_follow({}, to), url: `${to.publicUrl}/dashboard/receipt#${token}` },
    after: [m.mail_receipt_after({}, to), m.mail_receipt_provider({}, to)],
  }
}

/** Enough of an address for its owner to know it by, and for nobody else to write to. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  const dot = email.lastIndexOf('.')
  const first = (text: string) => [...text][0] ?? ''
  return `${first(email.slice(0, at))}•••@${first(email.slice(at + 1))}•••${dot > at ? email.slice(dot) : ''}`
}

function notYou(to: Setting): string {
  return m.mail_not_you({ email: to.supportEmail }, to)
}

function logIn(to: Setting) {
  return { label: m.mail_log_in({}, to), url: `${to.publicUrl}/account` }
}

function linkTo({ publicUrl }: LetterSite, route: string, token: string): string {
  return `${publicUrl}/authentication/${route}?token=${token}`
}

/** What each letter says. */
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

/** The words of a letter. */
export function contentOf(letter: Letter, site: LetterSite): LetterContent {
  switch (letter.kind) {
    case 'sign-up-code':
      return signUpCode(letter.name, letter.code)
    case 'sign-up-known':
      return signUpKnown(site)
    case 'reset-password':
      return resetPassword(letter.name, letter.token, site)
    case 'reset-unknown':
      return resetUnknown()
    case 'password-changed':
      return passwordChanged(letter.name, site)
    case 'confirm-email':
      return confirmEmail(letter.name, letter.token, site)
    case 'google-linked':
      return googleLinked(letter.name, site)
    case 'two-factor-on':
      return twoFactor(letter.name, 'on', site)
    case 'two-factor-off':
      return twoFactor(letter.name, 'off', site)
    case 'email-in-use':
      return emailInUse(site)
    case 'data-export':
      return dataExport(letter.name, site)
    case 'deletion-asked':
      return deletionAsked(letter.name, letter.dueAt, site)
    case 'deletion-stopped':
      return deletionStopped(letter.name, site)
    case 'email-changed':
      return emailChanged(letter.name, letter.email, site)
    case 'receipt':
      return receipt(letter, site)
  }
}

function signUpCode(name: string, code: string): LetterContent {
  return {
    subject: `${code} is your Brimful code`,
    before: [`Hi ${name},`, 'This code finishes your sign-up:'],
    code,
    after: [
      'It is good for 10 minutes. If you did not sign up, you can ignore this mail: no account is opened.',
    ],
  }
}

function signUpKnown(site: LetterSite): LetterContent {
  return {
    subject: 'You already have a Brimful account',
    before: [
      'Somebody began to sign up with this e-mail address, which has an account already.',
      'If it was you, just log in. If you do not remember your password, you can choose a new one there.',
    ],
    button: logIn(site),
    after: ['If it was not you, there is nothing to do: nothing has changed.'],
  }
}

function resetPassword(name: string, token: string, site: LetterSite): LetterContent {
  return {
    subject: 'Choose a new password for Brimful',
    before: [`Hi ${name},`, 'With this link you choose a new password. It is good for 30 minutes, once.'],
    button: { label: 'Choose a new password', url: linkTo(site, 'reset-password', token) },
    after: ['If you did not ask for it, you can ignore this mail: your password stays as it is.'],
  }
}

function resetUnknown(): LetterContent {
  return {
    subject: 'No Brimful account with this address',
    before: [
      'Somebody asked for a new password for this e-mail address, but it has no account.',
      'If it was you, you may have signed up with another address.',
    ],
    after: ['If it was not you, there is nothing to do.'],
  }
}

function passwordChanged(name: string, { supportEmail }: LetterSite): LetterContent {
  return {
    subject: 'Your Brimful password was changed',
    before: [`Hi ${name},`, 'Your password was changed, and you were logged out everywhere else.'],
    after: [
      `If it was not you, choose a new password at once (“Forgot your password?” on the log-in page) and write to ${supportEmail}.`,
    ],
  }
}

function confirmEmail(name: string, token: string, site: LetterSite): LetterContent {
  return {
    subject: 'Confirm your e-mail address for Brimful',
    before: [
      `Hi ${name},`,
      'With this link you confirm that this address is yours. It is good for a day, once.',
    ],
    button: { label: 'Confirm this address', url: linkTo(site, 'email-verification', token) },
    after: [
      'Until then your account keeps its old address. If you did not ask for it, you can ignore this mail.',
    ],
  }
}

function googleLinked(name: string, { supportEmail }: LetterSite): LetterContent {
  return {
    subject: 'Google can log you in to Brimful now',
    before: [
      `Hi ${name},`,
      'From now on you can log in with your Google account as well as with your password.',
    ],
    after: [`If it was not you, choose a new password at once and write to ${supportEmail}.`],
  }
}

function twoFactor(name: string, state: 'on' | 'off', { supportEmail }: LetterSite): LetterContent {
  const what =
    state === 'on' ? 'a code from your authenticator app is asked for' : 'your password alone is asked for'
  return {
    subject: `Two-factor is ${state} for your Brimful account`,
    before: [`Hi ${name},`, `From now on ${what} when you log in.`],
    after: [`If it was not you, choose a new password at once and write to ${supportEmail}.`],
  }
}

function emailInUse(site: LetterSite): LetterContent {
  return {
    subject: 'This address has a Brimful account',
    before: [
      'Somebody wanted to move another account to this e-mail address, which has an account of its own.',
    ],
    button: logIn(site),
    after: ['If it was not you, there is nothing to do: nothing has changed.'],
  }
}

function dataExport(name: string, { publicUrl, supportEmail }: LetterSite): LetterContent {
  return {
    subject: 'Your Brimful data is ready',
    before: [`Hi ${name},`, 'The file with your data is ready. You can download it for seven days.'],
    button: { label: 'To the download', url: `${publicUrl}/dashboard/account-setting#data` },
    after: [
      `If you did not ask for it, somebody else is logged in as you: choose a new password and write to ${supportEmail}.`,
    ],
  }
}

function deletionAsked(name: string, dueAt: string, site: LetterSite): LetterContent {
  const day = new Date(dueAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return {
    subject: 'Your Brimful account is about to be deleted',
    before: [
      `Hi ${name},`,
      `You asked us to delete your account. It is hidden now, and on ${day} it is erased for good.`,
      'If you change your mind, log in before then: that keeps the account, with everything in it.',
    ],
    button: logIn(site),
    after: [`If it was not you, log in at once, choose a new password and write to ${site.supportEmail}.`],
  }
}

function deletionStopped(name: string, { supportEmail }: LetterSite): LetterContent {
  return {
    subject: 'Your Brimful account stays',
    before: [`Hi ${name},`, 'You have logged in, so your account is not deleted. Everything is as it was.'],
    after: [`If it was not you, choose a new password at once and write to ${supportEmail}.`],
  }
}

function emailChanged(name: string, email: string, { supportEmail }: LetterSite): LetterContent {
  return {
    subject: 'Your Brimful e-mail address was changed',
    before: [`Hi ${name},`, `Your account’s e-mail address is now ${masked(email)}.`],
    after: [`If it was not you, write to ${supportEmail} at once.`],
  }
}

function receipt(
  { token, creatorName, amount, facts }: Extract<Letter, { kind: 'receipt' }>,
  { publicUrl }: LetterSite,
): LetterContent {
  return {
    subject: `Your receipt: ${amount} for ${creatorName}`,
    before: ['Thank you! Your tip went through, and this is your receipt.'],
    facts,
    // Behind the mark a browser keeps it to itself: no server on the way sees it.
    button: { label: 'Follow your tip', url: `${publicUrl}/dashboard/receipt#${token}` },
    after: [
      'The money went to the creator’s own account. Behind the button you see when your tip is shown on the stream. Whoever has the link can open that page, which shows what everybody may know of your tip.',
      'PayPal or the card provider may send a confirmation of its own.',
    ],
  }
}

/** Enough of an address for its owner to know it by, and for nobody else to write to. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  const dot = email.lastIndexOf('.')
  const first = (text: string) => [...text][0] ?? ''
  return `${first(email.slice(0, at))}•••@${first(email.slice(at + 1))}•••${dot > at ? email.slice(dot) : ''}`
}

function logIn({ publicUrl }: LetterSite) {
  return { label: 'Log in', url: `${publicUrl}/account` }
}

function linkTo({ publicUrl }: LetterSite, route: string, token: string): string {
  return `${publicUrl}/authentication/${route}?token=${token}`
}

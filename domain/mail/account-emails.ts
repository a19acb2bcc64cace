/**
 * Every email about an account: its values, its lifetime and its content. An email to an unconfirmed address contains no text by
 * the person who entered the address. Otherwise anybody could send their own words to strangers through us.
 */
import { z } from 'zod'
import { chatPlatform, chatPlatforms } from '../../contract/chat/platforms.ts'
import { dateLocale } from '../../contract/locale.ts'
import type { Locale } from '../../contract/locale.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { EmailBlock, EmailContent, EmailSetting, EmailSite } from './email.ts'
import { disputeValues, writeDisputeEmail } from './dispute-email.ts'
import { renderEmail } from './render-email.ts'
import type { RenderedEmail } from './render-email.ts'

const minute = 60_000
const day = 24 * 60 * minute

interface AccountEmailTemplate<Values> {
  values: z.ZodType<Values>
  /** The lifetime in milliseconds. An email that is still unsent after this time is dropped. */
  lifetime: number
  content: (values: Values, to: EmailSetting) => Omit<EmailContent, 'footer'>
}

const none: z.ZodType<object> = z.object({})
const named = z.object({ name: z.string() })
/** The values of an email about a sensitive change. `undo` is the token of the undo link; an undo has none itself. */
const undoable = named.extend({ undo: z.optional(z.string()) })
/** About a second payment of one tip, which went back: its amount with a covered fee, and its provider. */
const paidTwice = named.extend({ amount: z.string(), provider: z.string() })
/** `passkey` is the name that the passkey's owner gave it. */
const aboutPasskey = undoable.extend({ passkey: z.string() })

const templates = {
  'sign-up-code': define(z.object({ code: z.string() }), 10 * minute, ({ code }, to) => ({
    subject: m.mail_code_subject({ code }, to),
    blocks: [m.mail_code_text({}, to), { kind: 'code', text: code }, m.mail_code_after({}, to)],
  })),
  'sign-up-known': define(none, day, (_, to) => ({
    subject: m.mail_known_subject({}, to),
    blocks: [m.mail_known_text({}, to), m.mail_known_you({}, to), logIn(to), m.mail_not_you_nothing({}, to)],
  })),
  'reset-password': define(named.extend({ token: z.string() }), 30 * minute, ({ name, token }, to) => ({
    subject: m.mail_reset_subject({}, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_reset_text({}, to),
      tokenLink(m.mail_reset_button({}, to), 'reset-password', token, to),
      m.mail_reset_after({}, to),
    ],
  })),
  'reset-unknown': define(none, day, (_, to) => ({
    subject: m.mail_unknown_subject({}, to),
    blocks: [m.mail_unknown_text({}, to), m.mail_unknown_you({}, to), m.mail_unknown_after({}, to)],
  })),
  'password-changed': define(undoable, 7 * day, ({ name, undo }, to) => ({
    subject: m.mail_password_subject({}, to),
    blocks: [m.mail_hi({ name }, to), m.mail_password_text({}, to), ...notMe(undo, to)],
  })),
  'confirm-email': define(z.object({ token: z.string() }), day, ({ token }, to) => ({
    subject: m.mail_confirm_subject({}, to),
    blocks: [
      m.mail_confirm_text({}, to),
      tokenLink(m.mail_confirm_button({}, to), 'email-verification', token, to),
      m.mail_confirm_after({}, to),
    ],
  })),
  'google-linked': define(undoable, 7 * day, ({ name, undo }, to) => ({
    subject: m.mail_google_subject({}, to),
    blocks: [m.mail_hi({ name }, to), m.mail_google_text({}, to), ...notMe(undo, to)],
  })),
  'two-factor-on': define(undoable, 7 * day, ({ name, undo }, to) => ({
    subject: m.mail_two_factor_on_subject({}, to),
    blocks: [m.mail_hi({ name }, to), m.mail_two_factor_on_text({}, to), ...notMe(undo, to)],
  })),
  'two-factor-off': define(undoable, 7 * day, ({ name, undo }, to) => ({
    subject: m.mail_two_factor_off_subject({}, to),
    blocks: [m.mail_hi({ name }, to), m.mail_two_factor_off_text({}, to), ...notMe(undo, to)],
  })),
  'recovery-codes': define(undoable, 7 * day, ({ name, undo }, to) => ({
    subject: m.mail_codes_subject({}, to),
    blocks: [m.mail_hi({ name }, to), m.mail_codes_text({}, to), ...notMe(undo, to)],
  })),
  'passkey-added': define(aboutPasskey, 7 * day, ({ name, passkey, undo }, to) => ({
    subject: m.mail_passkey_added_subject({}, to),
    blocks: [m.mail_hi({ name }, to), m.mail_passkey_added_text({ passkey }, to), ...notMe(undo, to)],
  })),
  'passkey-removed': define(aboutPasskey, 7 * day, ({ name, passkey, undo }, to) => ({
    subject: m.mail_passkey_removed_subject({}, to),
    blocks: [m.mail_hi({ name }, to), m.mail_passkey_removed_text({ passkey }, to), ...notMe(undo, to)],
  })),
  'token-added': define(
    undoable.extend({ apiToken: z.string() }),
    7 * day,
    ({ name, apiToken, undo }, to) => ({
      subject: m.mail_token_added_subject({}, to),
      blocks: [m.mail_hi({ name }, to), m.mail_token_added_text({ apiToken }, to), ...notMe(undo, to)],
    }),
  ),
  renamed: define(
    undoable.extend({ former: z.string(), userName: z.string() }),
    7 * day,
    ({ name, former, userName, undo }, to) => ({
      subject: m.mail_renamed_subject({ userName }, to),
      blocks: [m.mail_hi({ name }, to), m.mail_renamed_text({ former, userName }, to), ...notMe(undo, to)],
    }),
  ),
  'webhook-added': define(undoable.extend({ host: z.string() }), 7 * day, ({ name, host, undo }, to) => ({
    subject: m.mail_webhook_added_subject({ host }, to),
    blocks: [m.mail_hi({ name }, to), m.mail_webhook_added_text({ host }, to), ...notMe(undo, to)],
  })),
  'platform-connected': define(
    undoable.extend({ platform: chatPlatform, channel: z.string() }),
    7 * day,
    ({ name, platform, channel, undo }, to) => {
      const about = { platform: chatPlatforms[platform].name, channel }
      return {
        subject: m.mail_platform_connected_subject(about, to),
        blocks: [
          m.mail_hi({ name }, to),
          m.mail_platform_connected_text(about, to),
          button(m.mail_platform_connected_button({}, to), 'dashboard/chatbot-setting', to),
          ...notMe(undo, to),
        ],
      }
    },
  ),
  'moderator-invited': define(undoable, 7 * day, ({ name, undo }, to) => ({
    subject: m.mail_moderator_invited_subject({}, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_moderator_invited_text({}, to),
      m.mail_moderator_rights({}, to),
      button(m.mail_moderator_button({}, to), 'dashboard/control-panel#panel-moderators', to),
      ...notMe(undo, to),
    ],
  })),
  // The moderator is named by the account's address, because a display name may say anything.
  'moderator-joined': define(
    undoable.extend({ userName: z.string() }),
    7 * day,
    ({ name, userName, undo }, to) => ({
      subject: m.mail_moderator_joined_subject({ userName }, to),
      blocks: [
        m.mail_hi({ name }, to),
        m.mail_moderator_joined_text({ userName }, to),
        m.mail_moderator_rights({}, to),
        button(m.mail_moderator_button({}, to), 'dashboard/control-panel#panel-moderators', to),
        ...notMe(undo, to),
      ],
    }),
  ),
  'webhook-failing': define(named.extend({ host: z.string() }), day, ({ name, host }, to) => ({
    subject: m.mail_webhook_subject({ host }, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_webhook_text({ host }, to),
      button(m.mail_webhook_button({}, to), 'dashboard/tools-setting', to),
    ],
  })),
  'payout-connected': define(
    undoable.extend({
      provider: z.string(),
      email: z.nullable(z.string()),
      /** When the new payout account will start to receive tips; null if it already does. */
      takesFrom: z.nullable(z.string()),
    }),
    7 * day,
    ({ name, undo, provider, email, takesFrom }, to) => ({
      subject: m.mail_payout_connected_subject({ provider }, to),
      blocks: [
        m.mail_hi({ name }, to),
        email
          ? m.mail_payout_connected_as({ provider, email }, to)
          : m.mail_payout_connected_text({ provider }, to),
        ...(takesFrom ? [m.mail_payout_waits({ time: formatTime(takesFrom, to) }, to)] : []),
        ...notMe(undo, to),
      ],
    }),
  ),
  'payout-disconnected': define(
    undoable.extend({ provider: z.string() }),
    7 * day,
    ({ name, undo, provider }, to) => ({
      subject: m.mail_payout_disconnected_subject({ provider }, to),
      blocks: [
        m.mail_hi({ name }, to),
        m.mail_payout_disconnected_text({ provider }, to),
        ...notMe(undo, to),
      ],
    }),
  ),
  'payout-stopped': define(named.extend({ provider: z.string() }), 7 * day, ({ name, provider }, to) => ({
    subject: m.mail_payout_stopped_subject({ provider }, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_payout_stopped_text({ provider }, to),
      m.mail_payout_stopped_after({ provider }, to),
      button(m.mail_payout_stopped_button({}, to), 'dashboard/payment-setting', to),
    ],
  })),
  dispute: define(disputeValues, 3 * day, (values, to) => {
    const { subject, texts } = writeDisputeEmail(
      values,
      values.respondBy && formatDay(values.respondBy, to),
      to,
    )
    const toDisputes = button(m.mail_dispute_button({}, to), 'dashboard/payment-setting2#disputes', to)
    return { subject, blocks: [m.mail_hi({ name: values.name }, to), ...texts, toDisputes] }
  }),
  'tip-refunded': define(named.extend({ amount: z.string() }), 7 * day, ({ name, amount }, to) => ({
    subject: m.mail_refunded_subject({ amount }, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_refunded_text({ amount }, to),
      notYou(to),
      button(m.mail_paid_twice_received_button({}, to), 'dashboard/payment-setting2', to),
    ],
  })),
  'paid-twice': define(paidTwice, 7 * day, ({ name, amount, provider }, to) => ({
    subject: m.mail_paid_twice_subject({ amount }, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_paid_twice_text({ amount, provider }, to),
      m.mail_paid_twice_after({}, to),
    ],
  })),
  'paid-twice-received': define(paidTwice, 7 * day, ({ name, amount, provider }, to) => ({
    subject: m.mail_paid_twice_received_subject({ amount }, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_paid_twice_received_text({ amount, provider }, to),
      m.mail_paid_twice_received_fee({ provider }, to),
      button(m.mail_paid_twice_received_button({}, to), 'dashboard/payment-setting2', to),
    ],
  })),
  'email-in-use': define(none, day, (_, to) => ({
    subject: m.mail_in_use_subject({}, to),
    blocks: [m.mail_in_use_text({}, to), logIn(to), m.mail_not_you_nothing({}, to)],
  })),
  'data-export': define(named, 7 * day, ({ name }, to) => ({
    subject: m.mail_export_subject({}, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_export_text({}, to),
      button(m.mail_export_button({}, to), 'dashboard/account-setting#data', to),
      m.mail_export_after({ email: to.supportEmail }, to),
    ],
  })),
  'deletion-asked': define(undoable.extend({ dueAt: z.string() }), 6 * day, ({ name, dueAt, undo }, to) => ({
    subject: m.mail_deletion_subject({}, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_deletion_text({ day: formatDay(dueAt, to) }, to),
      m.mail_deletion_keep({}, to),
      logIn(to),
      ...notMe(undo, to),
    ],
  })),
  'deletion-stopped': define(named, 7 * day, ({ name }, to) => ({
    subject: m.mail_stays_subject({}, to),
    blocks: [m.mail_hi({ name }, to), m.mail_stays_text({}, to), notYou(to)],
  })),
  suspended: define(named, 7 * day, ({ name }, to) => ({
    subject: m.mail_suspended_subject({}, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_suspended_text({}, to),
      m.mail_suspended_open({}, to),
      m.mail_suspended_after({ email: to.supportEmail }, to),
    ],
  })),
  unsuspended: define(named, 7 * day, ({ name }, to) => ({
    subject: m.mail_unsuspended_subject({}, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_unsuspended_text({}, to),
      button(m.mail_unsuspended_button({}, to), 'dashboard', to),
    ],
  })),
  'email-changed': define(undoable.extend({ email: z.string() }), 7 * day, ({ name, email, undo }, to) => ({
    subject: m.mail_address_subject({}, to),
    blocks: [
      m.mail_hi({ name }, to),
      m.mail_address_text({ address: maskEmail(email) }, to),
      ...notMe(undo, to),
    ],
  })),
  receipt: define(
    z.object({
      token: z.string(),
      creatorName: z.string(),
      amount: z.string(),
      facts: z.array(z.tuple([z.string(), z.string()])),
    }),
    7 * day,
    ({ token, creatorName, amount, facts }, to) => ({
      subject: m.mail_receipt_subject({ amount, name: creatorName }, to),
      blocks: [
        m.mail_receipt_text({}, to),
        { kind: 'facts', rows: facts },
        // The token is after the #, because browsers do not send that part to servers.
        button(m.receipt_follow({}, to), `dashboard/receipt#${token}`, to),
        m.mail_receipt_after({}, to),
        m.mail_receipt_provider({}, to),
      ],
    }),
  ),
}

export type AccountEmailKind = keyof typeof templates

type ValuesOf<Kind extends AccountEmailKind> = z.output<(typeof templates)[Kind]['values']>

/** An email: its kind, with the values of that kind. */
export type AccountEmail = {
  [Kind in AccountEmailKind]: { kind: Kind } & ValuesOf<Kind>
}[AccountEmailKind]

const kindSchema = z.object({
  kind: z.enum(Object.keys(templates) as [AccountEmailKind, ...AccountEmailKind[]]),
})

/** Parses a stored email; throws when its kind or values are wrong. */
export function parseAccountEmail(stored: unknown): AccountEmail {
  const { kind } = kindSchema.parse(stored)
  return { kind, ...templates[kind].values.parse(stored) } as AccountEmail
}

/** Returns after how many milliseconds an unsent email of a kind is dropped. */
export function lifetimeOf(kind: AccountEmailKind): number {
  return templates[kind].lifetime
}

/** Renders an account email in its reader's language. */
export function renderAccountEmail(email: AccountEmail, site: EmailSite, locale: Locale): RenderedEmail {
  const to = { publicUrl: site.publicUrl, supportEmail: site.supportEmail, locale }
  const template = templates[email.kind] as AccountEmailTemplate<unknown>
  const footer = [{ text: m.mail_questions({ email: to.supportEmail }, to) }]
  return renderEmail({ ...template.content(email, to), footer }, locale)
}

function define<Values>(
  values: z.ZodType<Values>,
  lifetime: number,
  content: AccountEmailTemplate<Values>['content'],
): AccountEmailTemplate<Values> {
  return { values, lifetime, content }
}

function formatDay(at: string, { locale }: EmailSetting): string {
  return new Date(at).toLocaleDateString(dateLocale(locale), { dateStyle: 'long', timeZone: 'UTC' })
}

function formatTime(at: string, { locale }: EmailSetting): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(at).toLocaleString(dateLocale(locale), style)} UTC`
}

/** Hides most of an address, so that its owner recognises it and nobody else can use it. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const dot = email.lastIndexOf('.')
  const first = (text: string) => [...text][0] ?? ''
  return `${first(email.slice(0, at))}•••@${first(email.slice(at + 1))}•••${dot > at ? email.slice(dot) : ''}`
}

/** Returns the paragraphs that say what to do if somebody else made the change. */
function notMe(undo: string | undefined, to: EmailSetting): EmailBlock[] {
  if (undo === undefined) return [notYou(to)]
  return [m.mail_not_me({}, to), tokenLink(m.mail_not_me_button({}, to), 'not-me', undo, to)]
}

function notYou(to: EmailSetting): string {
  return m.mail_not_you({ email: to.supportEmail }, to)
}

function logIn(to: EmailSetting): EmailBlock {
  return button(m.mail_log_in({}, to), 'account', to)
}

function tokenLink(label: string, route: string, token: string, to: EmailSetting): EmailBlock {
  // The token is after the #, because browsers do not send that part to servers.
  return button(label, `authentication/${route}#${token}`, to)
}

function button(label: string, path: string, { publicUrl }: EmailSetting): EmailBlock {
  return { kind: 'button', label, url: `${publicUrl}/${path}` }
}

/** Calls to change a profile and to become a creator. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { creatorCall, signedInCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { sessionUser } from '../entities.ts'
import { freeLinks, linkField } from './links.ts'
import { locales } from '../locale.ts'
import { payoutCurrency } from '../money/money.ts'
import { toCopied } from '../text.ts'

export const tagLimits = { max: 10 } as const

const tag = z
  .string()
  .check(
    z.overwrite(toCopied),
    z.toLowerCase(),
    z.regex(/^[a-z0-9][a-z0-9 &-]{0,29}$/, failsWith('invalid_tag')),
  )
const tags = z.pipe(
  z.array(tag).check(z.maxLength(tagLimits.max, failsWith('invalid_tags'))),
  z.transform((list) => [...new Set(list)]),
)

export const updateProfile = signedInCall.post('account/update-profile', {
  summary:
    'Changes the given fields of the profile. Only creators have tags. An empty link removes the link.',
  body: z.object({
    displayName: z.optional(f.displayName),
    bio: z.optional(f.bio),
    ytUrl: z.optional(linkField('youtube', 'YouTube')),
    twitterUrl: z.optional(linkField('x', 'X')),
    instaUrl: z.optional(linkField('instagram', 'Instagram')),
    fbUrl: z.optional(linkField('facebook', 'Facebook')),
    socialLinks: z.optional(freeLinks),
    selectedTags: z.optional(tags),
    locale: z.optional(z.enum(locales)),
    timeZone: z.optional(f.timeZone),
  }),
  response: sessionUser,
})

export const changeUserName = signedInCall.post('account/change-user-name', {
  summary: 'Changes the public name; the old one leads to it for a year.',
  costs: 'a row',
  limits: ['account rename'],
  body: z.object({ customUserName: f.claimableName }),
  response: sessionUser,
})

export const becomeCreator = signedInCall.post('account/become-creator', {
  summary:
    'Turns a supporter into a creator, paid in US dollars by default and with the browser’s time zone. A creator stays unchanged.',
  costs: 'a row and a mail to the own address',
  body: z.object({ currency: z.optional(payoutCurrency), timeZone: z.optional(f.timeZone) }),
  response: sessionUser,
})

export const changeCurrency = creatorCall.post('account/change-currency', {
  summary: 'Changes the currency of the creator and their goals; fixed once money has come in.',
  body: z.object({ currency: payoutCurrency }),
  response: sessionUser,
})

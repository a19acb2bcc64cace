/** What somebody says about itself, and becoming a creator. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { defineCall } from './call.ts'
import { failsWith } from './check-error.ts'
import { sessionUser } from './entities.ts'
import { freeLinks, linkField } from './links.ts'
import { locales } from './locale.ts'
import { payoutCurrency } from './money.ts'

export const tagLimits = { max: 10 } as const

const tag = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9 &-]{0,29}$/, failsWith('invalid_tag')))
const tags = z.pipe(
  z.array(tag).check(z.maxLength(tagLimits.max, failsWith('invalid_tags'))),
  z.transform((list) => [...new Set(list)]),
)

export const updateProfile = defineCall({
  method: 'POST',
  path: 'account/update-profile',
  access: 'signed-in',
  summary:
    'Changes what is sent of names, bio, links, tags (a creator’s) and language; an empty link is taken away.',
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
  }),
  response: sessionUser,
})

export const changeUserName = defineCall({
  method: 'POST',
  path: 'account/change-user-name',
  access: 'signed-in',
  summary: 'Takes another public name; pages under the old one are gone.',
  body: z.object({ customUserName: f.claimableName }),
  response: sessionUser,
})

export const becomeCreator = defineCall({
  method: 'POST',
  path: 'account/become-creator',
  access: 'signed-in',
  summary: 'Makes a supporter a creator, paid in US dollars unless it says otherwise; a creator stays one.',
  body: z.object({ currency: z.optional(payoutCurrency) }),
  response: sessionUser,
})

export const changeCurrency = defineCall({
  method: 'POST',
  path: 'account/change-currency',
  access: 'creator',
  summary: 'Changes what the creator is paid in, goals included; fixed once money has come in.',
  body: z.object({ currency: payoutCurrency }),
  response: sessionUser,
})

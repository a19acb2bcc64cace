import * as z from 'zod/mini'
import type { SessionUser } from '../../../../../contract/entities.ts'
import { updateProfile } from '../../../../../contract/accounts/profile-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { setProfile, isCreator } from '../../../lib/accounts/session.ts'
import { toast } from '../../../lib/toast.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import type { TextProps } from '../../../lib/forms/use-form.ts'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'

const bioLength = 1000
const { socialLinks, selectedTags } = updateProfile.body.shape

/** Lists are typed as text: one link per line (`lines`), tags separated by commas (`words`). */
const lines = z.pipe(
  z.string(),
  z.transform((text: string): (string | null)[] | undefined => text.split('\n')),
)
const words = z.pipe(
  z.string(),
  z.transform((text: string): string[] | undefined => text.split(',').filter((word) => word.trim() !== '')),
)
const schema = z.extend(updateProfile.body, {
  socialLinks: z.pipe(lines, socialLinks),
  selectedTags: z.pipe(words, selectedTags),
})
/** The form without links and tags, which supporters do not have because they have no public page. */
const supporterSchema = z.pick(updateProfile.body, { displayName: true, bio: true })

const links = [
  { name: 'ytUrl', label: m.profile_link_youtube, placeholder: 'youtube.com/@you' },
  { name: 'twitterUrl', label: m.profile_link_x, placeholder: 'x.com/you' },
  { name: 'instaUrl', label: m.profile_link_instagram, placeholder: 'instagram.com/you' },
  { name: 'fbUrl', label: m.profile_link_facebook, placeholder: 'facebook.com/you' },
] as const

/** The form for names, bio, links and tags. */
export function ProfileForm({ profile }: { profile: SessionUser }) {
  const isOwner = isCreator(profile)
  const form = useForm({
    initial: {
      displayName: profile.displayName,
      bio: profile.bio,
      ytUrl: profile.ytUrl ?? '',
      twitterUrl: profile.twitterUrl ?? '',
      instaUrl: profile.instaUrl ?? '',
      fbUrl: profile.fbUrl ?? '',
      socialLinks: profile.socialLinks.join('\n'),
      selectedTags: profile.selectedTags.join(', '),
    },
    schema: isOwner ? schema : supporterSchema,
    onSubmit: async (body) => {
      setProfile(await call(updateProfile, { body }, { errorsTo: 'caller' }))
      toast.success(m.profile_saved())
    },
  })
  return (
    <Form form={form} submit={m.chatbot_save()} size="medium" busyLabel={m.chatbot_saving()}>
      <Field
        {...form.text('displayName')}
        label={m.signup_display_name()}
        autoComplete="nickname"
        maxLength={50}
      />
      <TextArea {...form.text('bio')} label={m.profile_bio()} maxLength={bioLength} rows={4} />
      {isOwner && <PageFields text={form.text} />}
    </Form>
  )
}

type PageField = (typeof links)[number]['name'] | 'socialLinks' | 'selectedTags'

interface PageFieldsProps {
  text: (name: PageField) => TextProps
}

/** The fields that only creators have. */
function PageFields({ text }: PageFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {links.map(({ name, label, placeholder }) => (
          <Field
            key={name}
            {...text(name)}
            label={label()}
            placeholder={placeholder}
            inputMode="url"
            autoCapitalize="none"
          />
        ))}
      </div>
      <TextArea
        {...text('socialLinks')}
        label={m.profile_links_more()}
        hint={m.profile_links_hint()}
        inputMode="url"
        autoCapitalize="none"
      />
      <Field
        {...text('selectedTags')}
        label={m.profile_tags()}
        hint={m.profile_tags_hint()}
        autoCapitalize="none"
      />
    </>
  )
}

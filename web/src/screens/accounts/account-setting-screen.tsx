import { getSessions } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { ActivityCard } from '../../features/account/activity-card.tsx'
import { DataCard } from '../../features/account/data-card.tsx'
import { DeleteCard } from '../../features/account/delete-card.tsx'
import { EmailCard } from '../../features/account/email-card.tsx'
import { PasswordCard } from '../../features/account/password-card.tsx'
import { PasskeysCard } from '../../features/account/passkeys-card.tsx'
import { SessionsCard } from '../../features/account/sessions-card.tsx'
import { TwoFactorCard } from '../../features/account/two-factor-card.tsx'
import { SiteLinks } from '../../features/site-footer/site-footer.tsx'
import { useCall } from '../../lib/calls/use-call.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Folded } from '../../ui/folded.tsx'
import { WithProfile } from '../../parts/accounts/with-profile.tsx'

/** The account page: email, password, second factor, passkeys, sessions, data export and deletion. */
export function AccountSettingScreen() {
  useTitle(m.account_title())
  const sessions = useCall(getSessions)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <h1 className="text-2xl sm:text-3xl">{m.account_title()}</h1>
        <p className="mt-1 text-muted">
          {m.account_hint()} <TextLink to="/dashboard/profile-setting">{m.account_to_profile()}</TextLink>
        </p>
      </div>
      <WithProfile>
        {(profile) => (
          <>
            <EmailCard email={profile.email} />
            <PasswordCard email={profile.email} onChanged={sessions.refetch} />
            <TwoFactorCard />
            <PasskeysCard />
          </>
        )}
      </WithProfile>
      <SessionsCard sessions={sessions} />
      <DataCard />
      <DeleteCard />
      <Folded title={m.events_title()} contents={m.events_folded()}>
        <ActivityCard />
      </Folded>
      <section
        aria-label={m.footer_label()}
        className="flex flex-wrap items-center gap-x-6 text-sm text-muted"
      >
        <SiteLinks />
      </section>
    </div>
  )
}

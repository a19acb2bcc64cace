import { m } from '../../../../i18n/compiled/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Liquid } from '../../ui/liquid.tsx'

/** What a supporter finds where only creators have something to set. */
export function CreatorOffer() {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center py-8 text-center sm:py-12">
      <Liquid level={0.62} hasLabel={false} className="w-20" />
      <h2 className="mt-4 text-2xl">{m.settings_creator_title()}</h2>
      <p className="mt-2 mb-6 text-muted">{m.settings_creator_text()}</p>
      <ButtonLink to="/signup/select-role" kind="primary">
        {m.settings_creator_link()}
      </ButtonLink>
    </div>
  )
}

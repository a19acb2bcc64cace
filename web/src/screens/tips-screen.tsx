import { m } from '../../../i18n/compiled/messages.js'
import { TextLink } from '../ui/text-link.tsx'
import { CreatorBoard } from './creator-columns.tsx'
import { useCreatorContext } from './creator-layout.tsx'
import { TipCorner } from './tip-corner.tsx'

/** The page to tip without a goal. */
export function TipsScreen() {
  const page = useCreatorContext()
  const { creator } = page
  return (
    <>
      <p className="mb-2">
        <TextLink to={`/${creator.userName}/current-goals`} className="inline-flex min-h-11 items-center">
          {m.creator_all_goals()}
        </TextLink>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-8">
        <TipCorner page={page} goals={[]} target={null} />
        <CreatorBoard page={page} />
      </div>
    </>
  )
}

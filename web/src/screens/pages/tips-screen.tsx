import { AllGoalsLink, CreatorBoard } from './creator-columns.tsx'
import { useCreatorContext } from './creator-layout.tsx'
import { TipCorner } from './tip-corner.tsx'

/** The page for a general tip. */
export function TipsScreen() {
  const page = useCreatorContext()
  const { creator } = page
  return (
    <>
      <AllGoalsLink userName={creator.userName} className="mb-2" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-8">
        <TipCorner page={page} goals={[]} target={null} />
        <CreatorBoard page={page} />
      </div>
    </>
  )
}

export type Place = 1 | 2 | 3

const metals: Record<Place, { face: string; edge: string }> = {
  1: { face: '#FFC63D', edge: '#D99400' },
  2: { face: '#CFCBDD', edge: '#8F89A6' },
  3: { face: '#EBA27F', edge: '#B5633C' },
}

/** A gold, silver or bronze medal with its place. Screen readers get the place as text. */
export function Medal({ place }: { place: Place }) {
  const { face, edge } = metals[place]
  return (
    <svg aria-hidden viewBox="0 0 28 34" className="h-8 w-7 shrink-0">
      <path d="M7 0h6l3 10-5 4zM21 0h-6l-3 10 5 4z" fill="var(--color-violet-fill)" />
      <path d="M15 0h6l-4.5 13-3-3z" fill="#4E33C4" />
      <circle cx="14" cy="22" r="10.5" fill={face} stroke={edge} strokeWidth="2" />
      <text
        x="14"
        y="26.4"
        textAnchor="middle"
        fontSize="12"
        fontWeight="800"
        fill="var(--color-on-accent)"
        fontFamily="var(--font-display)"
      >
        {place}
      </text>
    </svg>
  )
}

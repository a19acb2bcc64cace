import { m } from '../../../i18n/compiled/messages.js'
import './loading-screen.css'

/** Covers the screen until something that the whole page needs has finished. */
export function LoadingScreen({ text = m.loading() }: { text?: string }) {
  return (
    <output className="fixed inset-0 z-60 grid place-items-center bg-paper/90 backdrop-blur-sm noscript:hidden">
      <div className="flex flex-col items-center gap-5 px-6 text-center">
        <svg aria-hidden viewBox="0 0 100 120" className="w-20">
          <defs>
            <clipPath id="loading-vessel">
              <rect x="6" y="6" width="88" height="108" rx="20" />
            </clipPath>
          </defs>
          <rect x="6" y="6" width="88" height="108" rx="20" fill="var(--color-glass)" />
          <g clipPath="url(#loading-vessel)">
            <path
              className="loading-liquid"
              d={`M-50 0q12.5 -8 25 0${'t25 0'.repeat(11)}V140H-50z`}
              fill="var(--color-amber)"
            />
          </g>
          <rect
            x="6"
            y="6"
            width="88"
            height="108"
            rx="20"
            fill="none"
            stroke="currentColor"
            strokeWidth="5"
          />
        </svg>
        <p className="font-display text-lg font-bold">{text}</p>
      </div>
    </output>
  )
}

import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import './stream-picture.css'

const tip = () => formatAmount(10_00, 'gbp')

/** A drawing of a stream while a tip arrives: the alert, the goal bar and two chats. */
export function StreamPicture() {
  return (
    <figure className="overflow-hidden rounded-sheet border border-line bg-card shadow-lift">
      <div className="stream-scene @container relative aspect-video overflow-hidden text-white">
        <Hills />
        <span className="absolute top-[5%] left-[3.5%] flex items-center gap-1.5 rounded-sm bg-rose-fill px-2 py-0.5 text-xs font-bold">
          <span className="size-1.5 rounded-full bg-white" /> {m.landing_stream_live()}
        </span>
        <div className="stream-alert absolute inset-x-0 top-[20%] text-center leading-tight">
          <p className="stream-outline font-display text-[6.4cqw] font-bold">
            {m.landing_example_name()}{' '}
            <span className="text-amber">{m.stream_sample_tipped({ amount: tip() })}</span>
          </p>
          <p className="stream-outline mt-[0.6cqw] font-display text-[3.5cqw] font-bold">
            {m.stream_sample_towards({ goal: m.landing_example_goal_1() })} {m.stream_sample_thanks()}
          </p>
          <p className="stream-outline mt-[0.8cqw] text-[2.8cqw] font-semibold">
            “{m.landing_example_message()}”
          </p>
        </div>
        <div className="absolute bottom-[6%] left-[3.5%] w-[68%] overflow-hidden rounded-full border-2 border-white/70 bg-[#1b1530]">
          <div className="stream-bar accent-fill absolute inset-y-0 left-0 w-[86%]" />
          <p className="relative flex justify-between gap-3 px-[4cqw] py-[1.5cqw] font-display text-[2.6cqw] font-bold whitespace-nowrap [text-shadow:0_1px_3px_rgb(27_21_48/0.9)]">
            <span className="truncate">{m.landing_example_goal_1()}</span>
            <span className="money">
              {formatAmount(1032_00, 'gbp')} / {formatAmount(1200_00, 'gbp')}
            </span>
          </p>
        </div>
      </div>
      <div className="grid gap-2 border-t border-line p-4 text-sm sm:grid-cols-2 sm:p-5">
        <ChatLine platform="Twitch" labelClass="bg-violet-fill" />
        <ChatLine platform="YouTube" labelClass="bg-rose-fill" />
      </div>
      <figcaption className="sr-only">{m.landing_stream_picture()}</figcaption>
    </figure>
  )
}

function ChatLine({ platform, labelClass }: { platform: string; labelClass: string }) {
  return (
    <p className="rounded-card bg-sunken px-3 py-2">
      <span className={`mr-1.5 rounded-sm px-1.5 py-0.5 text-xs font-bold text-white ${labelClass}`}>
        {platform}
      </span>
      {m.landing_stream_chat({
        user: m.landing_example_name(),
        amount: tip(),
        goal: m.landing_example_goal_1(),
      })}
    </p>
  )
}

/** The game scene behind the alert. */
function Hills() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <circle cx="528" cy="78" r="34" fill="#ffe2a8" opacity="0.9" />
      <path d="M0 250q80-70 170-20t160-30 150 10 160-40v190H0z" fill="#2c4a5e" opacity="0.7" />
      <path d="M0 290q110-60 210-14t190-22 240-6v112H0z" fill="#1d3b3c" />
      <path d="M0 330q150-36 300-8t340-18v56H0z" fill="#0f2527" />
      <g fill="#f6f1ff">
        {[
          [60, 60],
          [140, 34],
          [230, 82],
          [330, 40],
          [420, 96],
          [590, 140],
          [90, 130],
        ].map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="1.6" opacity="0.8" />
        ))}
      </g>
    </svg>
  )
}

/** Lists the past tips that a demo starts with. */
import { demoSupporter } from './people.ts'

export interface PastTip {
  /** The creator's user name. */
  to: string
  goal: string | null
  name: string
  units: number
  hoursAgo: number
  message: string
  isPrivate: boolean
  /** Whether the demo's supporter gave the tip while signed in. */
  isOfSupporter: boolean
}

type Row = [
  goal: string | null,
  name: string,
  units: number,
  hoursAgo: number,
  message?: string,
  isPrivate?: 'private',
]

const day = 24

/** The past tips by the creator's user name. */
const given: Record<string, Row[]> = {
  miravale: [
    ['camera', 'Delphine', 70, 50 * day, 'Show us the inside of the bowl!'],
    ['camera', 'Ruben', 50, 47 * day],
    ['kiln', 'Grace', 100, 37 * day, 'First! For the shelf under the stairs.'],
    ['kiln', 'Lin', 75, 36 * day, 'My mug from your last firing is still my favourite.'],
    ['kiln', 'Hollis', 50, 34 * day],
    ['kiln', 'Ada', 40, 33 * day, 'For the kiln, and for the cat.'],
    ['kiln', 'Sunniva', 45, 31 * day],
    ['kiln', 'Anonymous', 50, 29 * day, 'Keep going.'],
    ['kiln', 'Marek', 22, 27 * day],
    ['kiln', 'Tomasz', 35, 25 * day, 'Czekam na pierwszy wypał!'],
    ['kiln', 'Grace', 80, 22 * day, 'Payday. You know what that means.'],
    ['tiles', 'Yusuf', 50, 20 * day, 'Team celadon.'],
    ['kiln', 'Priya', 30, 19 * day],
    ['tiles', 'Wren', 36, 17 * day, 'Tile number 12 is mine, I can feel it.'],
    ['kiln', 'Lin', 60, 15 * day],
    ['kiln', 'Bea', 25, 13 * day, 'Watching from the night shift.'],
    ['tiles', 'Kit', 30, 11 * day],
    ['kiln', 'Ada', 32, 9 * day],
    [null, 'Imke', 10, 8 * day, 'For tea. Only tea.'],
    ['kiln', 'Noor', 20, 7 * day],
    ['kiln', 'Grace', 60, 6 * day, 'Nearly there, everybody.'],
    ['tiles', 'Anonymous', 25, 5 * day],
    ['kiln', 'Tomasz', 25, 4 * day],
    [null, 'Sol', 5, 3 * day, 'Your stream got me through this week. Thank you.', 'private'],
    ['kiln', 'Jo', 25, 2 * day + 3],
    ['kiln', 'Lin', 50, 30, 'For the clay season!'],
    ['kiln', 'Ada', 25, 20, 'Can’t wait to see the first bowl come out of it!'],
    ['kiln', 'Pip', 15, 4, 'Pocket money well spent.'],
  ],
  ottokestrel: [
    ['polysynth', 'Margot', 60, 28 * day, 'I had one of these in 1986. Bring it home.'],
    ['polysynth', 'Dev', 40, 23 * day],
    ['polysynth', 'Anonymous', 25, 16 * day, 'For the mushrooms.'],
    ['rooftop', 'Margot', 50, 10 * day],
    ['polysynth', 'Hana', 35, 6 * day, 'That filter sweep last Friday!'],
    [null, 'Ada', 15, 2 * day],
    ['polysynth', 'Luca', 20, 9],
  ],
  juniper_o: [
    ['moth', 'Tess', 5, 5 * day, 'Wings! Wings! Wings!'],
    ['moth', 'Milo', 3, 4 * day],
    ['mask', 'Anonymous', 2, 2 * day, 'Please wear it.'],
    [null, 'Rin', 4, 26],
    ['moth', 'Ada', 5, 6, 'Good luck with the hinges.'],
  ],
}

/** Every past tip, oldest first. */
export const pastTips: readonly PastTip[] = Object.entries(given)
  .flatMap(([to, rows]) => rows.map((row) => toPastTip(to, row)))
  .toSorted((a, b) => b.hoursAgo - a.hoursAgo)

function toPastTip(to: string, [goal, name, units, hoursAgo, message = '', isPrivate]: Row): PastTip {
  const isOfSupporter = name === demoSupporter.displayName
  return { to, goal, name, units, hoursAgo, message, isPrivate: isPrivate !== undefined, isOfSupporter }
}

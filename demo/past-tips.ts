/** The tips that a demo starts with. */

export interface PastTip {
  /** The creator's user name. */
  to: string
  goal: string | null
  name: string
  units: number
  hoursAgo: number
  message?: string
  isPrivate?: boolean
  /** Given by the demo's supporter while logged in. */
  isOfSupporter?: boolean
}

const day = 24

const toMira: Omit<PastTip, 'to'>[] = [
  {
    goal: 'camera',
    name: 'Delphine',
    units: 70,
    hoursAgo: 50 * day,
    message: 'Show us the inside of the bowl!',
  },
  { goal: 'camera', name: 'Ruben', units: 50, hoursAgo: 47 * day },
  {
    goal: 'kiln',
    name: 'Grace',
    units: 100,
    hoursAgo: 37 * day,
    message: 'First! For the shelf under the stairs.',
  },
  {
    goal: 'kiln',
    name: 'Lin',
    units: 75,
    hoursAgo: 36 * day,
    message: 'My mug from your last firing is still my favourite.',
  },
  { goal: 'kiln', name: 'Hollis', units: 50, hoursAgo: 34 * day },
  {
    goal: 'kiln',
    name: 'Ada',
    units: 40,
    hoursAgo: 33 * day,
    message: 'For the kiln, and for the cat.',
    isOfSupporter: true,
  },
  { goal: 'kiln', name: 'Sunniva', units: 45, hoursAgo: 31 * day },
  { goal: 'kiln', name: 'Anonymous', units: 50, hoursAgo: 29 * day, message: 'Keep going.' },
  { goal: 'kiln', name: 'Marek', units: 22, hoursAgo: 27 * day },
  { goal: 'kiln', name: 'Tomasz', units: 35, hoursAgo: 25 * day, message: 'Czekam na pierwszy wypał!' },
  {
    goal: 'kiln',
    name: 'Grace',
    units: 80,
    hoursAgo: 22 * day,
    message: 'Payday. You know what that means.',
  },
  { goal: 'tiles', name: 'Yusuf', units: 50, hoursAgo: 20 * day, message: 'Team celadon.' },
  { goal: 'kiln', name: 'Priya', units: 30, hoursAgo: 19 * day },
  {
    goal: 'tiles',
    name: 'Wren',
    units: 36,
    hoursAgo: 17 * day,
    message: 'Tile number 12 is mine, I can feel it.',
  },
  { goal: 'kiln', name: 'Lin', units: 60, hoursAgo: 15 * day },
  { goal: 'kiln', name: 'Bea', units: 25, hoursAgo: 13 * day, message: 'Watching from the night shift.' },
  { goal: 'tiles', name: 'Kit', units: 30, hoursAgo: 11 * day },
  { goal: 'kiln', name: 'Ada', units: 32, hoursAgo: 9 * day, isOfSupporter: true },
  { goal: null, name: 'Imke', units: 10, hoursAgo: 8 * day, message: 'For tea. Only tea.' },
  { goal: 'kiln', name: 'Noor', units: 20, hoursAgo: 7 * day },
  { goal: 'kiln', name: 'Grace', units: 60, hoursAgo: 6 * day, message: 'Nearly there, everybody.' },
  { goal: 'tiles', name: 'Anonymous', units: 25, hoursAgo: 5 * day },
  { goal: 'kiln', name: 'Tomasz', units: 25, hoursAgo: 4 * day },
  {
    goal: null,
    name: 'Sol',
    units: 5,
    hoursAgo: 3 * day,
    message: 'Your stream got me through this week. Thank you.',
    isPrivate: true,
  },
  { goal: 'kiln', name: 'Jo', units: 25, hoursAgo: 2 * day + 3 },
  { goal: 'kiln', name: 'Lin', units: 50, hoursAgo: 30, message: 'For the clay season!' },
  {
    goal: 'kiln',
    name: 'Ada',
    units: 25,
    hoursAgo: 20,
    message: 'Can’t wait to see the first bowl come out of it!',
    isOfSupporter: true,
  },
  { goal: 'kiln', name: 'Pip', units: 15, hoursAgo: 4, message: 'Pocket money well spent.' },
]

const toOtto: Omit<PastTip, 'to'>[] = [
  {
    goal: 'polysynth',
    name: 'Margot',
    units: 60,
    hoursAgo: 28 * day,
    message: 'I had one of these in 1986. Bring it home.',
  },
  { goal: 'polysynth', name: 'Dev', units: 40, hoursAgo: 23 * day },
  { goal: 'polysynth', name: 'Anonymous', units: 25, hoursAgo: 16 * day, message: 'For the mushrooms.' },
  { goal: 'rooftop', name: 'Margot', units: 50, hoursAgo: 10 * day },
  {
    goal: 'polysynth',
    name: 'Hana',
    units: 35,
    hoursAgo: 6 * day,
    message: 'That filter sweep last Friday!',
  },
  { goal: null, name: 'Ada', units: 15, hoursAgo: 2 * day, isOfSupporter: true },
  { goal: 'polysynth', name: 'Luca', units: 20, hoursAgo: 9 },
]

const toJuniper: Omit<PastTip, 'to'>[] = [
  { goal: 'moth', name: 'Tess', units: 5, hoursAgo: 5 * day, message: 'Wings! Wings! Wings!' },
  { goal: 'moth', name: 'Milo', units: 3, hoursAgo: 4 * day },
  { goal: 'mask', name: 'Anonymous', units: 2, hoursAgo: 2 * day, message: 'Please wear it.' },
  { goal: null, name: 'Rin', units: 4, hoursAgo: 26 },
  {
    goal: 'moth',
    name: 'Ada',
    units: 5,
    hoursAgo: 6,
    message: 'Good luck with the hinges.',
    isOfSupporter: true,
  },
]

const given: PastTip[] = [
  ...toMira.map((tip) => ({ to: 'miravale', ...tip })),
  ...toOtto.map((tip) => ({ to: 'ottokestrel', ...tip })),
  ...toJuniper.map((tip) => ({ to: 'juniper_o', ...tip })),
]

/** Every past tip, oldest first. */
export const pastTips: readonly PastTip[] = given.toSorted((a, b) => b.hoursAgo - a.hoursAgo)

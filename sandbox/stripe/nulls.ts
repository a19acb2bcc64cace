/** Fields of Stripe's objects that this sandbox never fills. */

type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Exclude<Found | Text, ''>
type Lines<Text extends string, Found = never> = Text extends `${infer Line}\n${infer Rest}`
  ? Lines<Rest, Found | Words<Line>>
  : Found | Words<Text>

/** Returns an object in which each name of a text, separated by spaces, is null. */
export function nulls<Text extends string>(names: Text) {
  const entries = names
    .trim()
    .split(/\s+/)
    .map((name) => [name, null])
  return Object.fromEntries(entries) as Record<Lines<Text> & string, null>
}

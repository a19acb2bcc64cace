/**
 * The words that are never shown as written. They are chosen from public lists, each word judged separately, because the lists
 * contain many words that are harmless in another language: "bitte", "retard", "suka".
 *
 * Sources: LDNOOBW, "List of Dirty, Naughty, Obscene, and Otherwise Bad Words" (https://github.com/LDNOOBW, CC BY 4.0);
 * dsojevic/profanity-list (https://github.com/dsojevic/profanity-list, MIT); obscenity's English dataset (MIT).
 */
import { compileWords } from '../find-words.ts'
import { english } from './english.ts'
import { germanic } from './germanic.ts'
import { other } from './other.ts'
import { romance } from './romance.ts'
import { slavic } from './slavic.ts'

const groups = [english, germanic, romance, slavic, other]

/** Slurs against groups of people, calls to suicide or murder, and abuse of children. */
export const severeWords = compileWords(groups.flatMap(({ severe }) => split(severe)))
/** Swear words, insults and sexual words. */
export const strongWords = compileWords(groups.flatMap(({ strong }) => split(strong)))

/** Phrases that give a listed word a harmless meaning: French "en retard" (late), a Maine coon. */
export const harmlessPhrases = compileWords(
  split(`
    en retard, du retard, le retard, de retard, un retard, mon retard, ton retard, son retard, ce retard, ces retards, les retards,
    des retards, retard de, maine coon, maine coons, van dyke, spic and span, chink in the armor, chink in the armour, kys og kram,
    kys og knus, cum laude, pussy willow, pussy riot, ein ass, ass im ärmel, kein ass, das ass, ass in the hole, tar slut, är slut,
    till slut, til slut, slut på, mongo db, 妈妈的, 媽媽的, 妈妈, 我操作, 我操心, 我操纵, 土人形, パチンコ, ぱちんこ, ロマンコメディ, ガイジン, ドレイプ, 시발점, 시발역,
    에섹스, แม่งาน
  `),
)

function split(list: string): string[] {
  return list
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

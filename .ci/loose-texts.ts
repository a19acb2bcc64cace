/**
 * Finds text in the site's pages that a browser's translation would take out of React's hands. Chrome puts each text node into elements
 * of its own. React then throws where it removes that text or puts something before it, and loses the page; and it goes on writing
 * to a text that nobody sees (https://github.com/facebook/react/issues/11538). A text that is the only child of its element is safe.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'vite'
import type { ESTree } from 'vite'
import { listFiles, testOnly } from './files.ts'

/** Returns the texts of the site below a folder that stand beside something that changes, each with its file. */
export function checkLooseTexts(root: string): string[] {
  return listFiles(root)
    .filter((file) => file.startsWith('web/') && file.endsWith('.tsx') && !testOnly.test(file))
    .flatMap((file) => findLooseTexts(file, readFileSync(join(root, file), 'utf8')))
}

type Child = ESTree.JSXChild

/** Returns the texts in a file's source, each with its line. */
export function findLooseTexts(file: string, source: string): string[] {
  const found: string[] = []
  const check = (all: readonly Child[], isFragment: boolean) => {
    const children = all.filter((child) => !isBlank(child))
    const isAlone = children.length < 2 || !children.some(changes)
    if (isAlone && !isFragment) return // the texts of a fragment are their parent's children
    for (const { start, end } of children.filter(isText)) {
      const text = source.slice(start, end)
      const line = source.slice(0, end - text.trimStart().length).split('\n').length
      found.push(`${file}:${line}: "${text.trim().replace(/\s+/g, ' ')}" needs an element of its own`)
    }
  }
  new Visitor({
    JSXElement: ({ children }) => check(children, false),
    JSXFragment: ({ children }) => check(children, true),
  }).visit(parseSync(file, source).program)
  return found
}

function isBlank(child: Child): boolean {
  if (child.type === 'JSXText') return child.value.trim() === ''
  if (child.type !== 'JSXExpressionContainer') return false
  const { expression } = child
  return (
    expression.type === 'JSXEmptyExpression' || (expression.type === 'Literal' && expression.value === ' ')
  )
}

/** Returns whether a child is text, as far as its form shows it. */
function isText(child: Child): boolean {
  if (child.type === 'JSXText') return true
  return child.type === 'JSXExpressionContainer' && isTextual(child.expression)
}

function isTextual(expression: ESTree.Node): boolean {
  const { type } = expression
  if (type === 'TemplateLiteral') return true
  if (type === 'Literal') return typeof expression.value === 'string'
  if (type === 'CallExpression') return /^(m\.|format|to[A-Z]\w*Text)/.test(nameOf(expression.callee))
  if (type === 'Identifier' || type === 'MemberExpression') return !element.test(nameOf(expression))
  if (type === 'ConditionalExpression')
    return isTextual(expression.consequent) || isTextual(expression.alternate)
  return type === 'LogicalExpression' && isTextual(expression.right)
}

/** The names of values that are not texts. */
const element = /(children|icon|action|actions|button|hint|details|note|giveBack)$/i

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' ? `${nameOf(node.object)}.${nameOf(node.property)}` : ''
}

/** Returns whether a child comes and goes, or is a text that may become another. */
function changes(child: Child): boolean {
  if (child.type !== 'JSXExpressionContainer') return false
  const { type } = child.expression
  return type === 'ConditionalExpression' || type === 'LogicalExpression'
}

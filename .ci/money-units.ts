/**
 * Finds conversions between whole units and minor units outside `contract/money/minor-units.ts`: a multiplication or a division by 100 is
 * one, unless the file is listed as one that counts per cent, and so are a name of units with the value 100, and a choice of 1 or 100.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'vite'
import { code, listFiles, testOnly } from './files.ts'

const converters = ['contract/money/minor-units.ts']
/** Files that use 100 for something other than minor units, with what they use it for. */
const exceptions: Readonly<Record<string, string>> = {
  'contract/chat/chat-message.ts': 'per cent of a goal',
  'contract/money/money.ts': 'the units of the wire',
  'contract/money/service-fee.ts': 'per cent of a fee',
  'contract/show/counted-event.ts': 'bits, which are counted by the hundred',
  'domain/accounts/data-export/write-data-export.ts': 'per cent of the work',
  'domain/imports/imports.ts': 'per cent of the work',
  'domain/insights/chat-answers.ts': 'per cent of a goal',
  'domain/pages/card-layout.ts': 'per cent of a picture',
  'domain/payments/ledger/plan-set-off.ts': 'per cent of a tip',
  'domain/payments/platform/write-csv.ts': 'hundredths of a per cent of VAT',
  'domain/config/seller-config.ts': 'hundredths of a per cent of VAT',
  'domain/timer/timer-state.ts': 'per cent of a happy hour',
  'domain/tools/read-tool-state.ts': 'per cent of a goal',
  'overlay/src/goal-bar.ts': 'per cent of a goal',
  'overlay/src/goal-progress.ts': 'per cent of a goal',
  'overlay/src/lettering.ts': 'per cent of a size, and hundredths of it',
  'overlay/src/scene-layers.ts': 'per cent of the free space',
  'overlay/src/sound.ts': 'per cent of the volume',
  'overlay/src/speech.ts': 'per cent of the volume',
  'overlay/src/themes/ticket/theme.ts': 'per cent of a ring',
  'web/src/features/insights/earnings-card.tsx': 'per cent of growth',
  'web/src/features/settings/donothon/limits-form.tsx': 'per cent of a happy hour',
  'web/src/features/settings/sounds/use-player.ts': 'per cent of the volume',
  'web/src/features/settings/studio/layer-handle.tsx': 'per cent of the picture',
  'web/src/features/settings/studio/layer-properties.tsx': 'per cent of the free space',
  'web/src/ui/artwork.tsx': 'hundredths of a width',
  'web/src/ui/crop-dialog.tsx': 'per cent of a picture',
  'web/src/ui/level-bar.tsx': 'per cent of a width',
  'web/src/ui/liquid-level.ts': 'per cent of a level',
  'web/src/ui/liquid.tsx': 'per cent of a box',
}
const product = /^(contract|db|demo|domain|server|workers|web|overlay|client)\//

/** Returns the conversions in the product's files below a folder, each with its file. */
export function checkMoneyUnits(root: string): string[] {
  return listFiles(root)
    .filter((file) => product.test(file) && code.test(file) && !testOnly.test(file))
    .filter((file) => !converters.includes(file) && !(file in exceptions))
    .flatMap((file) => findConversions(file, readFileSync(join(root, file), 'utf8')))
}

function findConversions(file: string, source: string): string[] {
  const found: string[] = []
  const add = ({ start, end }: { start: number; end: number }) =>
    found.push(`${file}: "${source.slice(start, end)}" converts money; use contract/money/minor-units.ts`)
  new Visitor({
    BinaryExpression(node) {
      const isConverting = ['*', '/', '%'].includes(node.operator)
      if (isConverting && (isHundred(node.left) || isHundred(node.right))) add(node)
    },
    VariableDeclarator(node) {
      if (node.id.type === 'Identifier' && isNamed(node.id.name) && node.init && isHundred(node.init))
        add(node)
    },
    Property(node) {
      if (node.key.type === 'Identifier' && isNamed(node.key.name) && isHundred(node.value)) add(node)
    },
    ConditionalExpression(node) {
      const branches = [node.consequent, node.alternate]
      if (branches.some(isHundred) && branches.some(isOne)) add(node)
    },
  }).visit(parseSync(file, source).program)
  return found
}

const isNamed = (name: string) => /minor|units?$|cents|pence/i.test(name)
const isHundred = (node: Node) => node.type === 'Literal' && (node.value === 100 || node.value === 100n)
const isOne = (node: Node) => node.type === 'Literal' && (node.value === 1 || node.value === 1n)

interface Node {
  type: string
  value?: unknown
}

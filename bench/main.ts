// `npm run bench` measures the figures of the budgets (docs/measured.md), all or the named ones. A peer or
// baseline is measured in the same run. A missed goal is reported, but is no failure.
import { parseArgs } from 'node:util'
import { type Figure, print, selectedKeys } from '#measure/figures.ts'
import { onParentGone } from '#server/parent-watch.ts'
import { chatPeers } from './chat-peers.ts'
import { editorTyping } from './editor-typing.ts'
import { exportsCost } from './exports.ts'
import { findEverywhere } from './find.ts'
import { firstVisit } from './first-visit.ts'
import { happeningsLists } from './happenings-lists.ts'
import { happeningsPage } from './happenings-page.ts'
import { load } from './load/load.ts'
import { matrixScreen } from './matrix-screen.ts'
import type { Effort } from './product.ts'
import { type Product, startProduct } from './product.ts'
import { startUp } from './start-up.ts'
import { syncHappeningsCost } from './sync-happenings.ts'
import { timesheetScreen } from './timesheet-screen.ts'
import { withoutNetwork } from './without-network.ts'

onParentGone(() => process.exit(1))

const { values, positionals: wanted } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    // For `load`: its parts, the number of people, and the length of a step.
    part: { type: 'string', multiple: true },
    people: { type: 'string' },
    seconds: { type: 'string' },
    // For `lists`: the number of happenings.
    happenings: { type: 'string' },
  },
  allowPositionals: true,
})
const json = values.json ?? false
const effort: Effort = values.quick ? { pairs: 4, ms: 1_000 } : { pairs: 12, ms: 3_000 }

/** Figures of a server with many people, asked over the network. */
async function withPeople(measure: (product: Product, effort: Effort) => Promise<Figure[]>) {
  const product = await startProduct()
  try {
    return await measure(product, effort)
  } finally {
    await product.stop()
  }
}

function manyOf(happenings: string): number {
  const many = Number(happenings)
  if (!Number.isSafeInteger(many) || many < 1_000)
    throw new Error('--happenings: a whole number from 1000 on')
  return many
}

const figures: Record<string, () => Promise<Figure[]>> = {
  page: () => withPeople(happeningsPage),
  lists: () => happeningsLists(effort, manyOf(values.happenings ?? '100000')),
  'chat-peers': () => chatPeers(effort),
  exports: () => exportsCost(effort),
  find: () => withPeople(findEverywhere),
  load: () =>
    load({
      quick: values.quick ?? false,
      parts: values.part ?? [],
      ...(values.people && { people: Number(values.people) }),
      ...(values.seconds && { seconds: Number(values.seconds) }),
    }),
  'start-up': () => startUp(effort),
  'first-visit': () => firstVisit(effort),
  'without-network': () => withoutNetwork(effort),
  matrix: matrixScreen,
  timesheet: timesheetScreen,
  editor: editorTyping,
  sync: () => syncHappeningsCost(effort),
}

for (const name of selectedKeys(wanted, figures)) print((await figures[name]?.()) ?? [], { json })
process.exit()

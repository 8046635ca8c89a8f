// `npm run bench`: every figure against its floor, measured in the same run.
import { parseArgs } from 'node:util'
import { print } from '#proof/figures.ts'
import { onParentGone } from '#server/parent-watch.ts'
import { chatCost } from './chat.ts'
import { currentUser } from './current-user.ts'
import { editorTyping } from './editor-typing.ts'
import { exportsCost } from './exports.ts'
import { firstLoad } from './first-load.ts'
import { happeningsLists } from './happenings-lists.ts'
import { login } from './login.ts'
import { matrixScreen } from './matrix-screen.ts'
import { startProduct } from './product.ts'
import type { Effort } from './read-ratio.ts'
import { resultsOfMany } from './results.ts'
import { secondNode } from './second-node.ts'
import { startUp } from './start-up.ts'
import { syncHappeningsCost } from './sync-happenings.ts'
import { usersList } from './users-list.ts'

onParentGone(() => process.exit(1))

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, json: { type: 'boolean' } } })
const json = values.json ?? false
const effort: Effort = values.quick ? { pairs: 4, ms: 1_000 } : { pairs: 12, ms: 3_000 }

const product = await startProduct()
try {
  for (const measure of [currentUser, usersList, login, resultsOfMany])
    print(await measure(product, effort), { json })
} finally {
  await product.stop()
}
print(await chatCost(effort), { json })
print(await exportsCost(effort), { json })
print(await happeningsLists(effort), { json })
print(await startUp(effort), { json })
print(await firstLoad(), { json })
print(await matrixScreen(), { json })
print(await editorTyping(), { json })
print(await secondNode(), { json })
print(await syncHappeningsCost(effort), { json })
process.exit()

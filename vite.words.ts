// What React calls the fields of its own objects is long, stands in its script hundreds of times, and means nothing to
// anybody else: in the app that is built they are called by a letter or two. A word that the script does not know, or
// that it writes as a text as well, ends the build; `vite.words.test.ts` sees to it that nobody else says one.
import { parseAst } from 'vite'
import { type Edit, edited, everyNode } from './vite.edits.ts'

/** Of fibers, their queues, roots and lanes: never of an element of the page, and nothing that is handed out. */
export const reactsOwnWords: readonly string[] = [
  'memoizedState',
  'stateNode',
  'memoizedProps',
  'updateQueue',
  'subtreeFlags',
  'pendingProps',
  'lanes',
  'childLanes',
  'pendingLanes',
  'baseState',
  'cachePool',
  'cancelPendingCommit',
  'suspendedLanes',
  '_visibility',
  'lastBaseUpdate',
  'lastRenderedReducer',
  'callbackNode',
  'hasEagerState',
  'lastRenderedState',
  'firstBaseUpdate',
  'callbackPriority',
  'blockedOn',
  'deletions',
  'unsuspend',
  'eagerState',
  'errorRecoveryDisabledLanes',
  'timeoutHandle',
  'pingedLanes',
  'elementType',
  'retryLane',
  'firstContext',
  'entanglements',
  'revertLane',
  'entangledLanes',
  'baseLanes',
  'baseQueue',
  'refCount',
  'shellSuspendCounter',
  'hiddenCallbacks',
  'refCleanup',
  'lastEffect',
  'pendingContext',
  'lane',
  'pooledCache',
  'expirationTimes',
  'retryQueue',
  '_retryCache',
  'treeContext',
  'warmLanes',
  'expiredLanes',
  'pooledCacheLanes',
  'pool',
  'hiddenUpdates',
  'renderingStartTime',
  'pingCache',
]

/** Each word, named anew wherever it is a field; the script is otherwise as it was. */
export function shortenWords(script: string, words: readonly string[]): string {
  const places = new Map<string, Edit[]>(words.map((word) => [word, []]))
  const used = new Set<string>()
  everyNode(parseAst(script), (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string' && places.has(node.value))
      throw new Error(`A script of React writes its word ${node.value} as a text, too.`)
    const isShort = node.type === 'Property' && node.shorthand
    const field =
      node.type === 'MemberExpression' ? node.property : node.type === 'Property' ? node.key : undefined
    if (field?.type !== 'Identifier' || ('computed' in node && node.computed)) return
    used.add(field.name)
    const text = isShort ? `: ${field.name}` : ''
    places.get(field.name)?.push({ start: field.start, end: field.end, text })
  })
  const names = shortNames(used)
  const edits = [...places].flatMap(([word, found]) => {
    if (found.length === 0) throw new Error(`No script of React has its word ${word} any more.`)
    const name = names.next().value
    return found.map((one) => ({ ...one, text: `${name}${one.text}` }))
  })
  return edited(script, edits)
}

/** One letter, then two: what the script calls nothing of its own or of the page. */
function* shortNames(used: ReadonlySet<string>): Generator<string, never> {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  for (const name of letters) if (!used.has(name)) yield name
  for (const first of letters)
    for (const second of letters) if (!used.has(first + second)) yield first + second
  throw new Error('No short name is left.')
}

// Leaves out of a library what never runs here, by facts about its own words (`vite.never.ts`): they are written into
// its script, and the minifier drops what they decide.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, type Plugin, parseAst } from 'vite'
import { type Edit, edited, everyNode } from './vite.edits.ts'

const root = import.meta.dirname

export type Never = {
  /** A variable, a `.member` of anything, a `call()`: what it always is; `$1` is what a call is given. */
  is: Readonly<Record<string, string>>
  /** Kinds of elements that are never there: how they are called, and by which number a tree knows them. */
  kinds?: Readonly<Record<string, number>>
  /** Of what is never made: these functions, and what they hand down. */
  makers?: readonly string[]
  /** Of objects and classes, what nobody calls. A call of that name, whatever it is of, ends the build. */
  methods?: readonly string[]
  /** Lists of names that we may use: only those are left that some word of our own is. */
  lists?: readonly string[]
}

export function leaveOut(
  code: string,
  { is, kinds = {}, makers = [], methods = [], lists = [] }: Never,
  script: string,
): string {
  const edits: Edit[] = []
  const found = new Set<string>()
  const numbers = new Map(Object.entries(kinds).map(([name, number]) => [number, name]))
  const kindOf = (one: ESTree.Node | null) =>
    one?.type === 'Literal' ? numbers.get(one.value as number) : undefined
  const put = ({ start, end }: Pick<ESTree.Node, 'start' | 'end'>, name: string, text: string) => {
    found.add(name)
    edits.push({ start, end, text })
  }
  everyNode(parseAst(code), (node, parent, key) => {
    if (node.type === 'SwitchStatement') dropCases(node)
    if (node.type === 'MethodDefinition' && methods.includes(nameOf(node.key)))
      put(node, nameOf(node.key), '')
    if (node.type === 'Property' && parent?.type === 'ObjectExpression' && methods.includes(nameOf(node.key)))
      put(node, nameOf(node.key), '...{}')
    if (node.type === 'BinaryExpression' && ['===', '!=='].includes(node.operator)) {
      const kind = isTag(node.left) ? kindOf(node.right) : isTag(node.right) ? kindOf(node.left) : undefined
      if (kind !== undefined) put(node, kind, node.operator.startsWith('!') ? 'true' : 'false')
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && lists.includes(node.id.name))
      shorten(node, node.id.name)
    const maker = makers.find((name) => isMadeBy(node, name))
    if (maker !== undefined && node.type === 'AssignmentExpression')
      // A statement cannot begin with a function that has no name.
      put(
        { start: node.start, end: node.right.start },
        maker,
        parent?.type === 'ExpressionStatement' ? '0, ' : '',
      )
    else if (maker !== undefined) put(node, maker, node.type === 'NewExpression' ? '(null)' : '')
    for (const name of namesOf(node))
      if (Object.hasOwn(is, name) && isRead(parent, key)) put(node, name, `(${filled(is[name] ?? '', node)})`)
  })
  const lost = [...Object.keys(is), ...Object.keys(kinds), ...makers, ...methods, ...lists].filter(
    (name) => !found.has(name),
  )
  if (lost.length > 0) throw new Error(`vite.never.ts: ${script} does not know ${lost.join()} any more.`)
  return edited(code, edits)

  function filled(text: string, node: ESTree.Node): string {
    const given = node.type === 'CallExpression' ? node.arguments[0] : undefined
    return text.replace('$1', () => (given ? code.slice(given.start, given.end) : ''))
  }

  /** Of `'a b'` the words, of `['a', …]` those within a longer one. */
  function shorten(list: ESTree.Node, name: string) {
    everyNode(list, (node) => {
      if (
        node.type === 'Literal' &&
        typeof node.value === 'string' &&
        node.value.length > 1 &&
        node.value.includes(' ')
      ) {
        put(node, name, JSON.stringify(node.value.split(' ').filter(isOurs).join(' ')))
      } else if (node.type === 'ArrayExpression' && node.elements[0]?.type === 'ArrayExpression') {
        const kept = node.elements.filter((one) => one?.type === 'ArrayExpression' && isOurs(firstOf(one)))
        put(node, name, `[${kept.map((one) => one && code.slice(one.start, one.end)).join()}]`)
      }
    })
  }

  function dropCases({ discriminant, cases }: ESTree.SwitchStatement) {
    let goesOn = false
    for (const one of cases) {
      const { test, consequent } = one
      const name = test?.type === 'Identifier' && Object.hasOwn(kinds, test.name) ? test.name : undefined
      const kind = name ?? (isTag(discriminant) ? kindOf(test) : undefined)
      // Another case may come down into this one, or this one go down into another that stays.
      const isAlone = !goesOn && (consequent.length === 0 || isLeft(consequent.at(-1)))
      if (kind !== undefined && test) {
        if (isAlone) put(one, kind, declared(one))
        else put(test, kind, NOTHING)
      }
      if (!(kind !== undefined && isAlone)) goesOn = !isLeft(consequent.at(-1))
    }
  }
}

const firstOf = ({ elements: [first] }: ESTree.ArrayExpression) =>
  first?.type === 'Literal' ? String(first.value) : ''

let ourWords: Set<string> | undefined
function isOurs(word: string): boolean {
  ourWords ??= new Set(
    globSync('web/**/*.{ts,tsx}', { cwd: root }).flatMap(
      (file) => readFileSync(join(root, file), 'utf8').match(/\w+/g) ?? [],
    ),
  )
  return ourWords.has(word)
}

/** What no tag is, not even itself. */
const NOTHING = '(NaN)'

/** A variable of a case belongs to the whole function: others may use it. */
function declared(dropped: ESTree.SwitchCase): string {
  const names: string[] = []
  everyNode(dropped, (node, parent) => {
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      parent?.type === 'VariableDeclaration'
    )
      names.push(node.id.name)
  })
  return names.length > 0 ? `case ${NOTHING}: var ${names.join()};` : ''
}

const isTag = (node: ESTree.Node) =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'tag'

/** Nothing goes on behind it. */
function isLeft(last: ESTree.Node | null | undefined): boolean {
  switch (last?.type) {
    case 'BreakStatement':
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
      return true
    case 'BlockStatement':
      return isLeft(last.body.at(-1))
    case 'IfStatement':
      return isLeft(last.consequent) && isLeft(last.alternate)
    default:
      return false
  }
}

/** The function itself, `new F()`, and `F.prototype.a = …`. */
function isMadeBy(node: ESTree.Node, name: string): boolean {
  const isIt = (one: ESTree.Node) => one.type === 'Identifier' && one.name === name
  if (node.type === 'FunctionDeclaration') return node.id?.name === name
  if (node.type === 'NewExpression') return isIt(node.callee)
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return false
  const { object } = node.left
  return object.type === 'MemberExpression' && isIt(object.object)
}

/** By which of them a fact may be told. */
function namesOf(node: ESTree.Node): string[] {
  if (node.type === 'CallExpression') return namesOf(node.callee).map((name) => `${name}()`)
  if (node.type === 'Identifier') return [node.name]
  if (node.type !== 'MemberExpression' || node.computed) return []
  const name = `.${node.property.type === 'PrivateIdentifier' ? '#' : ''}${nameOf(node.property)}`
  return [name, ...namesOf(node.object).map((of) => `${of}${name}`)]
}

const nameOf = (node: ESTree.Node) => ('name' in node && typeof node.name === 'string' ? node.name : '')

/** Not where it gets a value, and not where it is the name of something else. */
function isRead(parent: ESTree.Node | undefined, key: string): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return key === 'object' || parent.computed
    case 'AssignmentExpression':
      return key === 'right'
    case 'VariableDeclarator':
      return key === 'init'
    case 'Property':
      return key === 'value' && !parent.shorthand
    case 'UpdateExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return false
    default:
      return true
  }
}

/** For what comes as modules already; React's scripts become some first (`vite.react.ts`). */
export function leaveOutOfLibraries(never: Readonly<Record<string, Never>>): Plugin {
  const awaited = new Set(Object.keys(never).filter((script) => !isReact(script)))
  const gone = Object.values(never).flatMap(({ methods = [] }) => methods)
  return {
    name: 'leave-out-of-libraries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const script = Object.keys(never).find((name) => id.endsWith(`/node_modules/${name}`))
      if (script === undefined) return null
      awaited.delete(script)
      return leaveOut(code, never[script] as Never, script)
    },
    renderStart() {
      if (awaited.size > 0) throw new Error(`vite.never.ts: there is no ${[...awaited].join()} any more.`)
    },
    renderChunk(code, { fileName }) {
      const said = new Set(Array.from(code.matchAll(/\.(\w+)/g), ([, name]) => name))
      const called = gone.find((name) => said.has(name))
      if (called) throw new Error(`vite.never.ts: somebody in ${fileName} calls ${called}.`)
      return null
    },
  }
}

const isReact = (script: string) => script.startsWith('react-dom/')

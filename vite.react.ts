// React comes as scripts of the old kind, each of which hands out one object: every file would reach into it through
// helpers of the bundler, and all that it holds would stay, used or not. Here they are made modules like any other:
// each thing handed out is an export, and what nobody imports is left out. Their own words for it are few; any other
// one ends the build.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ESTree, type Plugin, parseAst } from 'vite'
import { type Edit, edited, everyNode } from './vite.edits.ts'
import { leaveOut } from './vite.leave-out.ts'
import { never } from './vite.never.ts'
import { reactsOwnWords, shortenWords } from './vite.words.ts'

const require = createRequire(import.meta.url)
const MARK = '\0module:'

/** By the name that it is imported by: the script that stands behind it in the app that is built. */
const scripts: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  'use-sync-external-store/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-with-selector.production.js',
}

export function takeReactApart(): Plugin {
  return {
    name: 'take-react-apart',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer, { kind }) {
      if (!Object.hasOwn(scripts, source)) return null
      // It would bring a second React along.
      if (kind === 'require-call') throw new Error(`${importer} takes ${source} as a script of the old kind.`)
      return MARK + source
    },
    load(id) {
      if (!id.startsWith(MARK)) return null
      const name = id.slice(MARK.length)
      const script = scripts[name] ?? ''
      const facts = never[script]
      const whole = readFileSync(fileOf(script), 'utf8')
      return asModule(facts ? shortenWords(leaveOut(whole, facts, script), reactsOwnWords) : whole)
    },
    // The router takes the whole object, and asks it for little.
    transform: (code, id) =>
      id.includes('/@tanstack/react-router/')
        ? code.replace(/^import (\w+) from "react";$/m, 'import * as $1 from "react";')
        : null,
  }
}

/** Not all of them may be asked for by their whole path. */
function fileOf(script: string): string {
  const [part = '', ...rest] = script.split('/')
  return join(dirname(require.resolve(`${part}/package.json`)), ...rest)
}

/** `exports.a = …` becomes a variable that is exported, `var a = require('b')` an import. */
export function asModule(script: string): string {
  const ast = parseAst(script)
  const edits: Edit[] = []
  const begins: string[] = []
  const handedOut = new Set<string>()
  for (const statement of ast.body) {
    if (statement.type === 'VariableDeclaration') takeImports(statement)
    const name = nameHandedOut(statement)
    if (name === undefined || handedOut.has(name)) continue
    handedOut.add(name)
    edits.push({ start: statement.start, end: statement.start, text: 'var ' })
  }
  everyNode(ast, (node) => {
    if (node.type === 'Identifier' && node.name === 'require' && !isTaken(node))
      throw new Error('A script of React needs another where nobody expects it.')
    if (node.type !== 'MemberExpression' || !isExports(node.object)) return
    if (node.property.type !== 'Identifier' || !handedOut.has(node.property.name))
      throw new Error('A script of React hands something out where nobody expects it.')
    edits.push({ start: node.start, end: node.end, text: `$${node.property.name}` })
  })
  const ends = [...handedOut].map((name) => `$${name} as ${name}`)
  return `${begins.join('\n')}\n${edited(script, edits)}\nexport { ${ends.join()} }\n`

  /** The variable itself stays behind, empty and unread. */
  function takeImports({ declarations }: ESTree.VariableDeclaration) {
    for (const { id, init, start, end } of declarations) {
      const from = requiredBy(init)
      if (from === undefined || id.type !== 'Identifier') continue
      begins.push(`import * as ${id.name} from '${from}'`)
      edits.push({ start, end, text: `taken${begins.length}` })
    }
  }

  function isTaken({ start }: ESTree.Node) {
    return edits.some((one) => one.start <= start && start < one.end)
  }
}

const isExports = (node: ESTree.Node) => node.type === 'Identifier' && node.name === 'exports'

function nameHandedOut(statement: ESTree.Node): string | undefined {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
    return undefined
  const { left } = statement.expression
  if (left.type !== 'MemberExpression' || !isExports(left.object)) return undefined
  return left.property.type === 'Identifier' ? left.property.name : undefined
}

function requiredBy(node: ESTree.Node | null): string | undefined {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined
  const [from] = node.arguments
  return node.callee.name === 'require' && from?.type === 'Literal' ? String(from.value) : undefined
}

// Which screens stand at which address, read from the tree of addresses itself: `web/routes.ts` and those of the
// folders.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type ESTree, parseAst } from 'vite'

type Route = { parent: string; path: string; screens: string[] }

/** By address, `$` for any one step: the files of its screens below `web`, those that lie below others first. */
export function screensByAddress(web: string): Map<string, string[]> {
  const routes = new Map<string, Route>()
  for (const file of globSync(['routes.ts', '*/routes.ts'], { cwd: web }).sort())
    for (const [name, route] of routesOf(file, readFileSync(join(web, file), 'utf8'))) {
      routes.set(`${file} ${name}`, route)
    }
  /** In the same file, or in the one that it comes from. */
  const named = (file: string, name: string) =>
    routes.has(`${file} ${name}`)
      ? `${file} ${name}`
      : [...routes.keys()].find((key) => key.endsWith(` ${name}`))
  const whole = (key: string): Omit<Route, 'parent'> => {
    const route = routes.get(key) as Route
    if (route.parent === '') return route
    const parent = named(key.split(' ')[0] ?? '', route.parent)
    if (!parent) throw new Error(`No createRoute is called ${route.parent}.`)
    const above = whole(parent)
    return {
      path: `${above.path}/${route.path}`,
      screens: [...new Set([...above.screens, ...route.screens])],
    }
  }
  const found = new Map<string, string[]>()
  for (const key of routes.keys()) {
    const { path, screens } = whole(key)
    if (screens.length === 0) continue
    const steps = path.split('/').filter(Boolean)
    const address = `/${steps.map((step) => (step.startsWith('$') ? '$' : step)).join('/')}`
    // A child without a step of its own is what its parent shows.
    const known = found.get(address) ?? []
    found.set(address, screens.length > known.length ? screens : known)
  }
  return found
}

function* routesOf(file: string, source: string): Generator<[name: string, Route]> {
  const { body } = parseAst(source, { lang: 'ts' })
  const variables = body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return declared?.type === 'VariableDeclaration' ? declared.declarations : []
  })
  const values = new Map(
    variables.flatMap(({ id, init }) => (id.type === 'Identifier' && init ? [[id.name, init]] : [])),
  )
  for (const [name, value] of values) {
    if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') continue
    if (!['createRoute', 'createRootRoute'].includes(value.callee.name)) continue
    const options = value.arguments[0]
    const option = (key: string) =>
      options?.type === 'ObjectExpression'
        ? options.properties.find(
            (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === key,
          )
        : undefined
    const valueOf = (key: string) => {
      const one = option(key)
      return one?.type === 'Property' ? one.value : undefined
    }
    const [parent, path, component] = ['getParentRoute', 'path', 'component'].map(valueOf)
    yield [
      name,
      {
        parent:
          parent?.type === 'ArrowFunctionExpression' && parent.body.type === 'Identifier'
            ? parent.body.name
            : '',
        path: path?.type === 'Literal' ? String(path.value) : '',
        screens: component ? screenOf(file, component, values) : [],
      },
    ]
  }
}

/** `lazyRouteComponent(() => import('./x.tsx'), …)`, or with the name of such a function. */
function screenOf(file: string, component: ESTree.Node, values: ReadonlyMap<string, ESTree.Node>): string[] {
  if (component.type !== 'CallExpression') return []
  const [given] = component.arguments
  const load = given?.type === 'Identifier' ? values.get(given.name) : given
  const imported = load?.type === 'ArrowFunctionExpression' ? load.body : undefined
  if (imported?.type !== 'ImportExpression' || imported.source.type !== 'Literal')
    throw new Error(`web/${file}: what a lazyRouteComponent loads cannot be read.`)
  const from = String(imported.source.value)
  return [from.startsWith('#web/') ? from.slice('#web/'.length) : normalize(join(dirname(file), from))]
}

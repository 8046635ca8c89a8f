// Allowed imports between folders; checked by `npm run lint`.

/**
 * The server's parts, lowest first. A part imports only lower parts; what it needs from a higher one is passed
 * in by its caller.
 */
const order = [
  [
    'start-error.ts',
    'make-folder.ts',
    'closest.mjs',
    'usage.mjs',
    'version.ts',
    'every.ts',
    'parent-watch.ts',
  ],
  ['db'],
  ['config-kinds.ts'],
  ['provider-settings.ts'],
  ['config.ts'],
  ['unknown-settings.ts', 'explain-start.ts'],
  ['live'],
  ['caller.ts'],
  ['http'],
  ['queue.ts'],
  ['lists'],
  ['children'],
  ['outgoing.ts'],
  ['planner', 'exports', 'drawing', 'mail'],
  ['kontor.ts'],
  ['images', 'nodes'],
  ['audit'],
  ['auth'],
  ['jobs'],
  ['push'],
  ['webhooks', 'undo'],
  ['docs', 'chat'],
  ['groups'],
  ['privacy'],
  ['users'],
  ['happenings'],
  ['shifts'],
  ['publishing'],
  ['today'],
  ['find'],
  ['operation'],
  ['job-kinds.ts', 'undo-kinds.ts'],
  ['status'],
  ['clean-up.ts', 'command.ts', 'app.ts'],
  ['run.ts'],
  ['main.ts'],
  ['testing'],
]

/**
 * Height of the domains that `order` does not list, such as a new one: only parts above „today“ may import
 * them.
 */
const domains = order.findIndex((parts) => parts.includes('today'))
const named = order.flat().map(literal).join('|')

/** Forbids each part to import parts above it or beside it. */
const upwards = order.flatMap((parts, height) =>
  parts.map((part) => {
    const allowed = [...order.slice(0, height).flat(), part].map(literal).join('|')
    const unnamed = height > domains ? `|(?!(?:${named})(?:/|$))` : ''
    return forbid(
      `server: nothing above ${part}`,
      `^server/${literal(part)}(?:/|$)`,
      `^server/(?!(?:${allowed})(?:/|$)${unnamed})`,
    )
  }),
)
const newDomain = forbid(
  'server: a new domain uses what stands below „today“, and itself',
  `^server/(?!(?:${named})(?:/|$))([^/]+)/`,
  `^server/(?!(?:${order.slice(0, domains).flat().map(literal).join('|')})(?:/|$))`,
  { pathNot: '^server/$1/' },
)

/** Shared by both sides: the content of a document, the length of work, words and limits. */
const shared = 'contract/(?:document|time|words)/'

export default {
  forbidden: [
    forbid('contract knows nobody', '^contract/', '^(?!contract/|node_modules/)'),
    forbid('contract is pure', '^contract/(?!document/)', '^(?!contract/|node_modules/typebox/)'),
    forbid('words bring no schemas', '^contract/words/', '^(?!contract/words/)'),
    forbid('web knows only the contract', '^web/', '^(?!web/|contract/|node_modules/|virtual:handbook)'),
    forbid('web takes types from the contract', '^web/', `^contract/(?!${shared.slice(9)})`, {
      dependencyTypesNot: ['type-only'],
    }),
    forbid('nobody knows web', '^(?!web/|bin/|proof/)', '^web/'),
    forbid(
      'nobody knows proofs, benches, stories',
      '^(server|contract|demo)/',
      '^(?:proof|bench|measure|e2e)/',
    ),
    forbid('the demo is loaded when asked for', '^server/(?!testing/)', '^(?:demo|planner-simulator)/', {
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    }),
    forbid('across domains by the full name', '^(server|web)/([^/]+)/', '^$1/(?!$2/)', {
      dependencyTypesNot: ['aliased'],
    }),
    forbid('relative inside a domain', '^(server|web)/([^/]+)/', '^$1/$2/', { dependencyTypes: ['aliased'] }),
    forbid('no file gathers others', '', '(?:^|/)index[.]tsx?$', { pathNot: 'node_modules' }),
    { name: 'no cycles, not even of types', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(?:virtual|node):' },
    },
    ...upwards,
    newDomain,
  ],
  options: {
    // TypeScript 7 has no API for tools yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: '[.]test[.]tsx?$' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
    },
  },
}

function forbid(name, from, to, more = {}) {
  return { name, severity: 'error', from: { path: from }, to: { path: to, ...more } }
}

function literal(name) {
  return name.replace('.', '[.]')
}

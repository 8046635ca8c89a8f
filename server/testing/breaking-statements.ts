// Finds statements of a migration that would break servers of the previous release, which go on working on the
// same database.

/** `earlier`: the SQL of all migrations that were released before. */
export function findBreakingStatements(sql: string, earlier: string): string[] {
  const fresh = new Set([...sql.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name))
  const unique = new Set(
    [...earlier.matchAll(/create unique index (?:\w+ )*?(\w+) on/gi)].map(([, name]) => name),
  )
  return statementsOf(sql).filter((statement) => {
    const [, table] = /^(?:alter|truncate) table (?:if exists |only )*(\w+)/i.exec(statement) ?? []
    if (table !== undefined && fresh.has(table)) return false
    if (breakingPatterns.some((rule) => rule.test(withoutRecreatedColumns(statement)))) return true
    const [, index] = /^drop index (?:if exists )?(\w+)/i.exec(statement) ?? []
    if (index !== undefined && unique.has(index)) return true
    const [, uniqueOn] = /^create unique index .*? on (\w+)/is.exec(statement) ?? []
    if (uniqueOn !== undefined && !fresh.has(uniqueOn)) return true
    return table !== undefined && actionsOf(statement).some(addsConstraint)
  })
}

const breakingPatterns = [
  /^drop (?!index\b)/i,
  /^truncate\b/i,
  // Planner settings of a function or index do not affect queries of other releases.
  /^alter (?!table\b|function \w+ set plan_cache_mode\b|index (?:if exists )?\w+ alter column \d+ set statistics \d+$)/i,
  /^create or replace view\b/i,
  /^(?:with .*)?delete from\b/is,
  /^alter table .*\brename\b/is,
  /^alter table .*\bdrop\b(?! not null\b)/is,
  /^alter table .*\balter (?:column )?\w+ (?:set data )?type\b/is,
  /^alter table .*\bset not null\b/is,
  /^alter table .*\bset schema\b/is,
]

/** Dropping a generated column is allowed if the same statement adds it again, since no release writes it. */
const withoutRecreatedColumns = (statement: string) =>
  statement.replace(/\bdrop column (\w+), add column \1 (?=[^,]*\bgenerated always as\b)/i, 'add column $1 ')

/** True for an action of `alter table` that rows written by the previous release could violate. */
function addsConstraint(action: string): boolean {
  if (/^add (?:constraint|check|unique|foreign|primary|exclude)\b/i.test(action)) return true
  if (!/^add (?:column )?/i.test(action)) return false
  const hasValue = /\bdefault\b|\bgenerated\b/i.test(action)
  return /\bnot null\b/i.test(action) ? !hasValue : /\b(?:unique|primary key)\b/i.test(action) && hasValue
}

/** Splits at commas outside of parentheses. */
function actionsOf(statement: string): string[] {
  const list = statement.replace(/^alter table (?:if exists |only )*\w+\s+/i, '')
  const actions = ['']
  let depth = 0
  for (const character of list) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += character
  }
  return actions.map((action) => action.trim())
}

/** Splits at semicolons outside of quotes and function bodies; comments are dropped. */
function statementsOf(sql: string): string[] {
  const plain = sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
  return plain
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

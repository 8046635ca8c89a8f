/** A regular expression as a tree: as much of its syntax as tells what may be read where, and how often. */
export type Part =
  /** Reads one character, one of those that `source` alone would match. */
  | { kind: 'character'; source: string }
  /** Reads nothing, and may fail: `^`, `$`, `\b`. */
  | { kind: 'assertion'; isStart: boolean }
  | { kind: 'look'; body: Part }
  | { kind: 'reference' }
  | { kind: 'sequence'; parts: Part[] }
  | { kind: 'choice'; ways: Part[] }
  | { kind: 'repeat'; body: Part; least: number; most: number }

const escaped =
  /^(?:[pP]\{[^}]*\}|u\{[\da-fA-F]{1,6}\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[^])/u
const quantifier = /^(?:[*+?]|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/
const group = /^\((?:\?(?:<(?![=!])[^>]*>|[ims-]{0,4}:|(<?[=!])))?/
const simple: Record<string, [least: number, most: number]> = {
  '*': [0, Infinity],
  '+': [1, Infinity],
  '?': [0, 1],
}

export function parseExpression(source: string, flags: string): Part {
  const isNested = flags.includes('v')
  let rest = source

  const choice = (): Part => {
    const ways = [sequence()]
    while (rest.startsWith('|')) {
      rest = rest.slice(1)
      ways.push(sequence())
    }
    return ways.length === 1 ? (ways[0] as Part) : { kind: 'choice', ways }
  }

  const isAtEnd = () => rest === '' || /^[|)]/.test(rest)
  const sequence = (): Part => {
    const parts: Part[] = []
    while (!isAtEnd()) parts.push(repeated(one()))
    return { kind: 'sequence', parts }
  }

  const repeated = (body: Part): Part => {
    const [sign, from, comma, to] = take(quantifier) ?? []
    if (sign === undefined) return body
    const plain = simple[sign.charAt(0)]
    const [least, most] = plain ?? [Number(from), comma ? (to ? Number(to) : Infinity) : Number(from)]
    return { kind: 'repeat', body, least, most }
  }

  const one = (): Part => {
    const opened = take(group)
    if (opened) {
      const body = choice()
      rest = rest.slice(1)
      return opened[1] === undefined ? body : { kind: 'look', body }
    }
    if (rest.startsWith('[')) return { kind: 'character', source: characterClass() }
    const sign = String.fromCodePoint(rest.codePointAt(0) as number)
    rest = rest.slice(sign.length)
    if (sign === '^' || sign === '$') return { kind: 'assertion', isStart: sign === '^' }
    if (sign !== '\\') return { kind: 'character', source: sign }
    if (/^k<|^[1-9]/.test(rest)) {
      take(/^(?:k<[^>]*>|\d{1,2})/)
      return { kind: 'reference' }
    }
    const [what = ''] = take(escaped) ?? []
    return /^[bB]$/.test(what)
      ? { kind: 'assertion', isStart: false }
      : { kind: 'character', source: `\\${what}` }
  }

  /** With the flag `v` classes may stand in classes; what an escaped sign is does not matter here. */
  const characterClass = (): string => {
    let depth = 0
    let at = 0
    do {
      if (rest[at] === '\\') at++
      else if (rest[at] === '[' && (depth === 0 || isNested)) depth++
      else if (rest[at] === ']') depth--
      at++
    } while (depth > 0 && at < rest.length)
    const source = rest.slice(0, at)
    rest = rest.slice(at)
    return source
  }

  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    if (found) rest = rest.slice(found[0].length)
    return found
  }

  return choice()
}

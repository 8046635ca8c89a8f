/** Gives each wanted name a free one: itself, or the next of its variants that nobody has. */
export function freeNames(
  wanted: readonly string[],
  taken: Set<string>,
  keyOf: (name: string) => string,
  variant: (name: string, number: number) => string,
): string[] {
  return wanted.map((name) => {
    let free = name
    for (let number = 2; taken.has(keyOf(free)); number++) free = variant(name, number)
    taken.add(keyOf(free))
    return free
  })
}

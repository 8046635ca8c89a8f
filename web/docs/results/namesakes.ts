/** The names that more than one person of the table bears: their usernames tell them apart. Pure. */
export function namesakesAmong(people: readonly { display_name: string }[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { display_name } of people) {
    if (seen.has(display_name)) twice.add(display_name)
    seen.add(display_name)
  }
  return twice
}

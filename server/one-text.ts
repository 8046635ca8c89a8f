/**
 * For each number one and the same text. A new one costs a map more than all that it looks up, since it has to be read
 * from end to end first; an old one carries that with it.
 */
export function oneText(make: (id: number) => string): (id: number) => string {
  const texts = new Map<number, string>()
  return (id) => {
    const known = texts.get(id)
    if (known !== undefined) return known
    if (texts.size >= MOST) texts.clear()
    const text = make(id)
    texts.set(id, text)
    return text
  }
}
const MOST = 100_000

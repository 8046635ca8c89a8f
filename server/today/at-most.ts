// How many of something stand on the page, where the others are only counted.

/** Never all but one: the line that counts it would take the place of the one that it hides. */
export const atMost = <Item>(items: Item[], most: number): Item[] =>
  items.length === most + 1 ? items : items.slice(0, most)

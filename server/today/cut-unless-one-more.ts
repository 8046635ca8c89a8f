/** Never all but one: the line that counts the others would take the place of the one that it hides. */
export const cutUnlessOneMore = <Item>(items: Item[], most: number, count = items.length): Item[] =>
  count === most + 1 ? items : items.slice(0, most)

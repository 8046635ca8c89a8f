/**
 * Cuts the list to `most` items, unless exactly one would be hidden: the line „1 weiterer“ takes as much space
 * as that item.
 */
export const cutUnlessOneMore = <Item>(items: Item[], most: number, count = items.length): Item[] =>
  count === most + 1 ? items : items.slice(0, most)

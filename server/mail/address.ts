/** A single mailbox, without anything that ends a header line or starts another address. */
const addressPattern =
  /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}.]+(\.[^\s@<>()[\]\\,;:"\p{C}.]+)+$/u
const LONGEST_ADDRESS = 254

export const isMailAddress = (text: string) => text.length <= LONGEST_ADDRESS && addressPattern.test(text)

/** An address that a mail can be sent to: one mailbox, nothing that ends a line or begins another address. */
const form = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}.]+(\.[^\s@<>()[\]\\,;:"\p{C}.]+)+$/u
const LONGEST = 254

export const isMailAddress = (text: string) => text.length <= LONGEST && form.test(text)

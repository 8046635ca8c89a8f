/** Where the keyboard goes on when the selection is gone: to the box that ticks all, at the head of a table or of cards. */
export function focusTickAll() {
  const boxes = [...document.querySelectorAll<HTMLElement>('main input[type=checkbox]')]
  boxes.find((box) => box.checkVisibility())?.focus()
}

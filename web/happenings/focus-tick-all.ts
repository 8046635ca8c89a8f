import { focusHeading } from '#web/ui/keyboard/focus-on.ts'

/** Where the keyboard goes on when the selection is gone: to the box that ticks all, at the head of a table or of cards. */
export function focusTickAll() {
  const boxes = [...document.querySelectorAll<HTMLElement>('main input[type=checkbox]')]
  const box = boxes.find((one) => one.checkVisibility())
  if (box) box.focus()
  else focusHeading()
}

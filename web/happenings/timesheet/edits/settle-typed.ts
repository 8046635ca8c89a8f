/** What stands in the field that has the focus counts too; leaving a field is what makes a time of the letters. */
export function settleTyped() {
  const at = document.activeElement
  if (!(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)) return
  at.blur()
  at.focus()
}

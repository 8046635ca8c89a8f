/** 'www.beispiel.de' means that site; without a protocol it would lead to a page of our own. */
export function wholeTarget(typed: string): string {
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(typed)) return `mailto:${typed}`
  return host.test(typed) ? `https://${typed}` : typed
}

/** Names separated by dots, the last one of letters only; then port, path, or nothing. */
const host = /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(:\d{1,5})?([/?#]|$)/u

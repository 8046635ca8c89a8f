/** 'www.beispiel.de' is meant as the page of that name, and without a protocol would lead to one of ours. */
export function wholeTarget(typed: string): string {
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(typed)) return `mailto:${typed}`
  return host.test(typed) ? `https://${typed}` : typed
}

/** Names with dots between, the last of letters alone; then port, path, or nothing. */
const host = /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(:\d{1,5})?([/?#]|$)/u

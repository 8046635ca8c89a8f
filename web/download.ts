/** Starts a download by the browser itself, so that the page never holds the file in memory. */
export function download(href: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}

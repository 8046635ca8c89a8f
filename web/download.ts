/** Lets the browser download natively, whatever the size. */
export function download(href: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}

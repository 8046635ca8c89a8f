/** The browser fetches and saves it by itself, however large it is. */
export function download(href: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}

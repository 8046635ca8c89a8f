/** Where in the app somebody goes on after signing in; null for what is no place in it. Never leads anywhere else. */
export function returnPath(asked: string | undefined): string | null {
  if (asked === undefined || !/^\/ui\/[\x21-\x7e]*$/.test(asked) || asked.includes('\\')) return null
  const nowhere = 'http://app.invalid'
  const url = URL.parse(asked, nowhere)
  // Dots may lead out of the app again.
  if (
    url?.origin !== nowhere ||
    !url.pathname.startsWith('/ui/') ||
    /^\/ui\/log(in|out)\b/.test(url.pathname)
  )
    return null
  return `${url.pathname}${url.search}${url.hash}`
}

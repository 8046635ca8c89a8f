// Other spellings of a path that a server, or a proxy in front of it, might treat as the same path.
export function pathVariants(path: string): string[] {
  const inner = path.slice(1)
  const bare = path.replace(/\/$/, '')
  const variants = [
    `/${path}`,
    `${path}/`,
    bare,
    path.toUpperCase(),
    `/${inner.replaceAll('/', '%2F')}`,
    `/%2F${inner}`,
    `${bare}%2F`,
    `/.${path}`,
    `/x/..${path}`,
    `/ui/../..${path}`,
    `/x%2F..${path}`,
    `/%2e/${inner}`,
    `/%2e%2e${path}`,
    `${bare}/.`,
    `${bare}/./`,
    `${bare};x=1/`,
    `${path}%20`,
    `${path}%00`,
    `${path}.json`,
    `/\\${inner}`,
    path.replace(/\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
    `http://127.0.0.1${path}`,
    `${path}?_method=GET`,
    `${path}#fragment`,
  ]
  return variants.filter((variant) => variant !== path && variant !== '')
}

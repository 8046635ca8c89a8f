/** Protocols that a link may use. */
const linkProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const LONGEST_ADDRESS = 2_000

/** Parses like a browser, so that a spelling which only browsers accept cannot hide another protocol. */
export function isLinkTarget(href: string): boolean {
  if (href === '' || href.length > LONGEST_ADDRESS || hasControlCharacters(href)) return false
  const url = URL.parse(href, 'https://relative.invalid/')
  return url !== null && linkProtocols.has(url.protocol)
}

const uploadedPattern = /^\/docs\/images\/([\w-]{22})\/$/
const dataUrlPattern = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/

export function isImageSource(src: string): boolean {
  if (uploadedPattern.test(src) || dataUrlPattern.test(src)) return true
  return src.length <= LONGEST_ADDRESS && !hasControlCharacters(src) && URL.parse(src)?.protocol === 'https:'
}

/** The address of an uploaded image, and the id back from an address. */
export const imagePath = (id: string) => `/docs/images/${id}/`
export const uploadedImageId = (src: string) => uploadedPattern.exec(src)?.[1]

const hasControlCharacters = (text: string) =>
  Array.from(text).some((character) => character < ' ' || character === '\u007f')

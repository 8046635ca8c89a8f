/** Protocols that a link may use. */
const linkProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const MAX_ADDRESS_LENGTH = 2_000

/** Parses like a browser, so that a spelling which only browsers accept cannot hide another protocol. */
export function isLinkTarget(href: string): boolean {
  if (href === '' || href.length > MAX_ADDRESS_LENGTH || hasControlCharacters(href)) return false
  const url = URL.parse(href, 'https://relative.invalid/')
  return url !== null && linkProtocols.has(url.protocol)
}

const uploadedImagePattern = /^\/docs\/images\/([\w-]{22})\/$/
const dataUrlPattern = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/

export function isImageSource(src: string): boolean {
  if (uploadedImagePattern.test(src) || dataUrlPattern.test(src)) return true
  return (
    src.length <= MAX_ADDRESS_LENGTH && !hasControlCharacters(src) && URL.parse(src)?.protocol === 'https:'
  )
}

/** The address of an uploaded image, and the id back from an address. */
export const imagePath = (id: string) => `/docs/images/${id}/`
export const uploadedImageId = (src: string) => uploadedImagePattern.exec(src)?.[1]

const hasControlCharacters = (text: string) =>
  Array.from(text).some((character) => character < ' ' || character === '\u007f')

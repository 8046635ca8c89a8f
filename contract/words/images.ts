// What both sides know of images that are sent.

/** Of an image that is sent, and its longer side in px as it is kept. */
export const mostImageBytes = 8 * 1024 * 1024
export const imageSide = 2_048
/** Characters of its data: address: four for three bytes, and what stands before them. */
export const longestImage = Math.ceil((mostImageBytes * 4) / 3) + 100
export const imageTooLarge = `Das Bild ist größer als ${mostImageBytes / 1024 ** 2} MB.`

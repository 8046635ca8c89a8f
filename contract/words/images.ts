// Limits of uploaded images, for both sides.

/** Upper bound of an upload, and of the longer side (px) of the stored image. */
export const mostImageBytes = 8 * 1024 * 1024
export const imageSide = 2_048
/** Characters of its data: address: base64 and a prefix. */
export const longestImage = Math.ceil((mostImageBytes * 4) / 3) + 100
export const imageTooLarge = `Das Bild ist größer als ${mostImageBytes / 1024 ** 2} MB.`

/** Images of a message. Together they are no larger than one alone may be: proxies let no more through. */
export const mostImages = 10
export const imagesTooLarge = `Die Bilder einer Nachricht sind zusammen größer als ${mostImageBytes / 1024 ** 2} MB.`
/** The longer side (px) to which the app shrinks several: ten photos stay below that, also on a slow line. */
export const sideOfSeveral = 1_600

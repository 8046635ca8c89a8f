// Limits of uploaded images, for both sides.

/**
 * `mostImageBytes`: upper bound of an upload, in bytes. `imageSide`: longer side of the stored image, in px.
 */
export const mostImageBytes = 8 * 1024 * 1024
export const imageSide = 2_048
/** Upper bound of an image as a data: URL, in characters: base64 and a prefix. */
export const longestImage = Math.ceil((mostImageBytes * 4) / 3) + 100
export const imageTooLarge = `Das Bild ist größer als ${mostImageBytes / 1024 ** 2} MB.`

/**
 * Upper bound of images per message. Together they may be as large as a single one, since proxies limit the
 * body.
 */
export const mostImages = 10
export const imagesTooLarge = `Die Bilder einer Nachricht sind zusammen größer als ${mostImageBytes / 1024 ** 2} MB.`
/**
 * Longer side in px to which the app shrinks each image if a message has several. Ten photos of this size
 * stay below the upper bound of a message.
 */
export const severalImagesSide = 1_600

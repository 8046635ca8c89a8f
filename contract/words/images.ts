// Limits of uploaded images, for both sides.

/**
 * `maxImageBytes`: upper bound of an upload, in bytes. `imageSidePx`: longer side of the stored image, in px.
 */
export const maxImageBytes = 8 * 1024 * 1024
export const imageSidePx = 2_048
/** Upper bound of an image as a data: URL, in characters: base64 and a prefix. */
export const maxImageUrlLength = Math.ceil((maxImageBytes * 4) / 3) + 100
export const imageTooLargeSentence = `Das Bild ist größer als ${maxImageBytes / 1024 ** 2} MB.`

/**
 * Upper bound of images per message. Together they may be as large as a single one, since proxies limit the
 * body.
 */
export const maxImagesPerMessage = 10
export const imagesTooLargeSentence = `Die Bilder einer Nachricht sind zusammen größer als ${maxImageBytes / 1024 ** 2} MB.`
/**
 * Longer side in px to which the app shrinks each image if a message has several. Ten photos of this size
 * stay below the upper bound of a message.
 */
export const severalImagesSidePx = 1_600

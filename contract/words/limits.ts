// Limits that the server keeps and the screens know beforehand.

/** Characters of what a list is searched for. */
export const longestFilter = 200
/** Pages are counted from 0. */
export const lastPage = 1_000_000_000
/** Rows of a page, at most. */
export const mostPerPage = 200

/** Characters of a message. */
export const longestMessage = 4_000
/** Messages of a room that are given at once; fewer are all there are. */
export const messagesAtOnce = 200
/** Of an image that is sent, and its longer side in px as it is kept. */
export const mostImageBytes = 8 * 1024 * 1024
export const imageSide = 2_048
/** Characters of its data: address: four for three bytes, and what stands before them. */
export const longestImage = Math.ceil((mostImageBytes * 4) / 3) + 100
export const imageTooLarge = `Das Bild ist größer als ${mostImageBytes / 1024 ** 2} MB.`

/** Characters of the name of a version of a process. */
export const longestVersionName = 100

/** Characters of what the company calls itself, which is also what an installed app is called. */
export const longestAppName = 60
